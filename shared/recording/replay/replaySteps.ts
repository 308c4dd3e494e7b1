/** Sends recorded requests to a live server, in order. */

import type { Connected } from "../../client/connected.ts";
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
  readonly maySend: (step: ReplayStep) => boolean | Promise<boolean>;
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
    const code = obstacleOf(step) ?? ((await maySend(step)) ? undefined : "not-agreed");
    if (code) {
      onEnd(step, { kind: "not-sent", code });
      continue;
    }
    onBegin?.(step);
    const { entry, done } = client.request(step.request.method, paramsOf(step, cursors), {
      initiator: { kind: "replay" },
      isForeign: true,
      signal,
    });
    onSent?.(entry.seq);
    const result = resultOf(await done);
    if (result.kind === "answered") noteCursor(step, result.fresh, cursors);
    onEnd(step, result);
  }
}

function obstacleOf({ isMasked, paramsText = "" }: ReplayStep): NotSentCode | undefined {
  if (isMasked) return "masked";
  return duplicateName(paramsText) === undefined ? undefined : "duplicate-name";
}

/** The params with the cursors of the new session. */
function paramsOf(
  { paramsText }: ReplayStep,
  cursors: ReadonlyMap<string, string>,
): string | undefined {
  const cursor = parseAnyJson(textAt(paramsText ?? "", ["cursor"]));
  const known = typeof cursor === "string" ? cursors.get(cursor) : undefined;
  if (paramsText === undefined || known === undefined) return paramsText;
  return putText(paramsText, ["cursor"], JSON.stringify(known));
}

function noteCursor({ recorded }: ReplayStep, fresh: string, cursors: Map<string, string>): void {
  const [before, after] = [recorded, fresh].map((text) =>
    getOwn(getOwn(parseAnyJson(text), "result"), "nextCursor"),
  );
  if (typeof before === "string" && typeof after === "string") cursors.set(before, after);
}

function resultOf(outcome: RequestOutcome): StepResult {
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
  }
}
