/** Answers the requests of an app: over the connection of its server, from a recording, or by the user. */

import type { AppRequest } from "../../../shared/apps/appRequests.ts";
import {
  type AppAnswer,
  type AppLimits,
  defaultAppLimits,
} from "../../../shared/apps/bridgeTypes.ts";
import { composeRequest } from "../../../shared/client/session/composeMessage.ts";
import type { RequestOutcome } from "../../../shared/client/session/outcome.ts";
import { textAt } from "../../../shared/core/json/textAt.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { isDestructiveTool, needsConsent } from "../../../shared/protocol/toolHints.ts";
import {
  recordedOutcome,
  recordedRequests,
  requestTextOf,
} from "../../../shared/recording/replay/recordedRequests.ts";
import { isSameDefinition, type ToolConsents } from "../../calls/store/toolConsents.ts";
import type { Asker, Inbox } from "../../inbox/store/inbox.ts";
import { saveFile } from "../../platform/saveFile.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import type { AppQuestions } from "./appQuestions.ts";

type AnswerLimits = Pick<AppLimits, "callMs" | "answerLength">;

export interface AppAnswersOptions {
  /** The id of the running app, by which its requests are marked. */
  readonly appId: string;
  readonly view: ConnectedView;
  /** The log entry of the call whose result the app shows. */
  readonly callSeq: number;
  readonly log: EventLog;
  readonly inbox: Inbox;
  readonly asker: Asker;
  readonly questions: AppQuestions;
  readonly consents: ToolConsents;
  /** The log entry of the app's newest message. */
  readonly requestSeq: () => number;
  /** The definition of a tool of the server, as listed now; undefined if it is not. */
  readonly currentTool: (name: string) => Promise<unknown>;
  readonly openLink: (url: string) => void;
  readonly onMessage: (content: readonly unknown[]) => void;
  readonly onModelContext: (context: AppModelContext) => void;
  /** Changes the display mode if that is possible; returns the one that results. */
  readonly setDisplayMode: (mode: string) => Promise<string>;
  /** Of answers of the server; the usual ones by default. */
  readonly limits?: AnswerLimits;
}

/** What an app told the model. */
export interface AppModelContext {
  /** As JSON. */
  readonly text: string;
  /** As content blocks. */
  readonly content: readonly unknown[];
}

const empty: AppAnswer = { resultText: "{}" };
const refused = (message: string): AppAnswer => ({ error: { code: -32000, message } });

/** Creates the function that answers what the bridge does not answer itself. */
export function createAppAnswers(options: AppAnswersOptions) {
  const { appId, view, callSeq, log, inbox, asker, questions } = options;
  const { consents, currentTool } = options;
  const { limits = defaultAppLimits } = options;

  /** Sends a request to the server, unless this is a recording. */
  const forward = async (
    method: string,
    paramsText: string,
    signal: AbortSignal,
  ): Promise<AppAnswer> => {
    const state = view.connection.state.getState();
    if (state.kind === "recorded") return recordedAnswer(log, state.ids, method, paramsText);
    const { done } = view.client.request(method, paramsText, {
      initiator: { kind: "app", id: appId },
      isForeign: true,
      signal,
      limits: { timeoutMs: limits.callMs, maximumMs: limits.callMs },
    });
    return answerOf(await done, limits);
  };

  /** Asks unless the tool only reads, or was agreed to; again if it has changed meanwhile. */
  const mayCall = async (name: string, text: string, signal: AbortSignal): Promise<boolean> => {
    const { serverId } = view.connection;
    for (let definition = await currentTool(name); ; ) {
      const tool = { serverId, name, definition };
      const known = consents.check(tool, `app ${appId}`);
      const change = known.kind === "changed" ? { before: known.before } : undefined;
      if (!change && !needsConsent(definition, "foreign")) return true;
      const isDestructive = isDestructiveTool(definition);
      const wish = { kind: "call", text, tool, isDestructive, ...(change && { change }) } as const;
      if (!(await questions.ask(wish, signal))) return false;
      definition = await currentTool(name);
      if (isSameDefinition(definition, tool.definition)) return true;
    }
  };

  return async (request: AppRequest, signal: AbortSignal): Promise<AppAnswer> => {
    switch (request.method) {
      case "tools/call": {
        const { name, paramsText } = request;
        if (!(await mayCall(name, paramsText, signal))) {
          return refused("The user declined the call");
        }
        return forward("tools/call", paramsText, signal);
      }
      case "sampling/createMessage": {
        const { paramsText } = request;
        const seq = options.requestSeq();
        const params = JSON.parse(paramsText) as unknown;
        const text = composeRequest(seq, request.method, paramsText);
        const input = { method: request.method, text, params, seq, causedBy: callSeq, signal };
        const answer = await inbox.ask(asker, input);
        if (answer.kind === "result") return { resultText: answer.text };
        return { error: JSON.parse(answer.text) as { code: number; message: string } };
      }
      case "ui/open-link": {
        const { url } = request;
        if (!(await questions.ask({ kind: "link", url }, signal))) {
          return refused("Link opening denied by user");
        }
        options.openLink(url);
        return empty;
      }
      case "ui/download-file": {
        const { files } = request;
        if (!(await questions.ask({ kind: "download", files }, signal))) {
          return refused("Download denied by user");
        }
        for (const { name, mimeType, bytes, url } of files) {
          if (bytes) saveFile(name, mimeType, bytes);
          else if (url !== undefined) options.openLink(url);
        }
        return empty;
      }
      case "ui/message": {
        const { content } = request;
        if (!(await questions.ask({ kind: "message", content }, signal))) {
          return refused("Message sending denied");
        }
        options.onMessage(content);
        return empty;
      }
      case "ui/update-model-context": {
        const { content, structuredContent } = request;
        const text = JSON.stringify({ content, structuredContent }, undefined, 2);
        if (!(await questions.ask({ kind: "context", text }, signal))) {
          return refused("Context update denied");
        }
        const state = structuredContent && {
          type: "text",
          text: JSON.stringify(structuredContent),
        };
        options.onModelContext({ text, content: [...(content ?? []), ...(state ? [state] : [])] });
        return empty;
      }
      case "ui/request-display-mode":
        return {
          resultText: JSON.stringify({ mode: await options.setDisplayMode(request.mode) }),
        };
      default:
        return forward(request.method, request.paramsText, signal);
    }
  };
}

function answerOf(
  outcome: RequestOutcome,
  { callMs, answerLength }: AnswerLimits = defaultAppLimits,
): AppAnswer {
  switch (outcome.kind) {
    case "result": {
      const { text, path } = outcome.answer;
      const resultText = textAt(text, path) ?? "{}";
      const { length } = resultText;
      if (length <= answerLength) return { resultText };
      return refused(`The result has ${length} characters; an app gets at most ${answerLength}`);
    }
    case "error":
      return { error: outcome.error };
    case "cancelled":
      return refused("Cancelled");
    case "failed":
      return refused(
        outcome.failure.code === "timeout"
          ? `The server did not answer within ${callMs / 1000} s`
          : `The server did not answer: ${outcome.failure.code}`,
      );
  }
}

/** The answer that a recording has to a request with the same params, apart from `_meta`. */
async function recordedAnswer(
  log: EventLog,
  connectionIds: readonly string[],
  method: string,
  paramsText: string,
): Promise<AppAnswer> {
  const wanted = withoutMeta(paramsText);
  const all = connectionIds
    .flatMap((id) => recordedRequests(log, id))
    .filter((one) => one.method === method);
  for (const request of all.reverse()) {
    const params = textAt(await requestTextOf(log, request), ["params"]) ?? "{}";
    if (withoutMeta(params) !== wanted) continue;
    const outcome = await recordedOutcome(log, request);
    if (outcome) return answerOf(outcome);
  }
  return refused("The recording has no answer to this request");
}

function withoutMeta(paramsText: string): string {
  try {
    const { _meta, ...params } = JSON.parse(paramsText) as Record<string, unknown>;
    return JSON.stringify(params, sorted);
  } catch {
    return paramsText;
  }
}

/** Members in one order, whatever that of the text was. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)));
}
