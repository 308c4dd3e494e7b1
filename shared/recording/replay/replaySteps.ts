/** Sends recorded requests to a live server, in order. */

import type { Connected } from "../../client/connected.ts";
import { composeRequest, withMeta } from "../../client/session/composeMessage.ts";
import type { RequestOutcome } from "../../client/session/outcome.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import { parseAnyJson } from "../../core/json/jsonObject.ts";
import { duplicateName } from "../../core/json/jsonText.ts";
import { putText } from "../../core/json/putText.ts";
import { textAt } from "../../core/json/textAt.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { ReplayStep } from "./planReplay.ts";

export type StepResult =
  | {
      readonly kind: "answered";
      /** `{"result":…}` or `{"error":…}`. */
      readonly fresh: string;
      /** The new answer in the log. */
      readonly seq: number;
      /** Milliseconds. */
      readonly ms: number;
    }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "cancelled" }
  | { readonly kind: "not-sent"; readonly code: NotSentCode };

/**
 * `masked`: the recording does not contain its values; `not-agreed`: the user did not agree;
 * `duplicate-name`: a name is twice in an object, so the server may read another call than was agreed to.
 */
type NotSentCode = "masked" | "not-agreed" | "duplicate-name";

interface ReplayOptions {
  readonly client: Connected;
  readonly steps: readonly ReplayStep[];
  /** Whether a request may be sent. */
  readonly maySend: (step: ReplayStep) => boolean;
  readonly signal: AbortSignal;
  readonly onBegin?: (step: ReplayStep) => void;
  /** Called with the `seq` of the new request in the log. */
  readonly onSent?: (seq: number) => void;
  readonly onEnd: (step: ReplayStep, result: StepResult) => void;
}

/** Replays steps one after the other; stops when the signal is aborted. Never rejects. */
export async function replaySteps(options: ReplayOptions): Promise<void> {
  const { client, steps, maySend, signal, onBegin, onSent, onEnd } = options;
  /** The cursors of this server by the recorded ones. */
  const cursors = new Map<string, string>();
  for (const step of steps) {
    if (signal.aborted) return;
    const code = obstacleOf(step) ?? (maySend(step) ? undefined : "not-agreed");
    if (code) {
      onEnd(step, { kind: "not-sent", code });
      continue;
    }
    onBegin?.(step);
    const outcome = await send(client, textOf(client, step, cursors), signal, onSent);
    const result = resultOf(outcome);
    if (result.kind === "answered") noteCursor(step, result.fresh, cursors);
    onEnd(step, result);
  }
}

function obstacleOf({ isMasked, paramsText = "" }: ReplayStep): NotSentCode | undefined {
  if (isMasked) return "masked";
  return duplicateName(paramsText) === undefined ? undefined : "duplicate-name";
}

async function send(
  client: Connected,
  text: string,
  signal: AbortSignal,
  onSent: ReplayOptions["onSent"],
) {
  const { entry, done, cancel } = client.run(text);
  onSent?.(entry.seq);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const outcome = await done;
  signal.removeEventListener("abort", cancel);
  return outcome;
}

const protocolMeta = /^io\.modelcontextprotocol\//;

/** The request with an id, a progress token, metadata and cursors of the new session. */
function textOf(
  { session }: Connected,
  { request, paramsText }: ReplayStep,
  cursors: ReadonlyMap<string, string>,
): string {
  const id = session.nextId();
  let params = paramsText;
  if (params !== undefined) {
    const names = Object.keys((parseAnyJson(textAt(params, ["_meta"])) ?? {}) as object);
    for (const name of names) {
      if (protocolMeta.test(name)) params = putText(params, ["_meta", name], undefined);
      if (name === "progressToken") params = putText(params, ["_meta", name], String(id));
    }
    const cursor = parseAnyJson(textAt(params, ["cursor"]));
    const known = typeof cursor === "string" ? cursors.get(cursor) : undefined;
    if (known !== undefined) params = putText(params, ["cursor"], JSON.stringify(known));
  }
  return composeRequest(id, request.method, withMeta(params, session.era().meta()));
}

function noteCursor({ recorded }: ReplayStep, fresh: string, cursors: Map<string, string>): void {
  const [before, after] = [recorded, fresh].map((text) =>
    getOwn(getOwn(parseAnyJson(text), "result"), "nextCursor"),
  );
  if (typeof before === "string" && typeof after === "string") cursors.set(before, after);
}

function resultOf(
  outcome: RequestOutcome | { readonly kind: "sent"; readonly failure: Failure | undefined },
): StepResult {
  switch (outcome.kind) {
    case "result":
    case "error": {
      const { text, path, entry, ms } = outcome.answer;
      const member = outcome.kind;
      const own =
        member === "result"
          ? (textAt(text, path) ?? JSON.stringify(outcome.value))
          : (textAt(text, [...path.slice(0, -1), "error"]) ?? JSON.stringify(outcome.error));
      return { kind: "answered", fresh: `{"${member}":${own ?? "null"}}`, seq: entry.seq, ms };
    }
    case "failed":
      return { kind: "failed", failure: outcome.failure };
    case "cancelled":
      return { kind: "cancelled" };
    case "sent":
      return { kind: "failed", failure: outcome.failure ?? { code: "closed" } };
  }
}
