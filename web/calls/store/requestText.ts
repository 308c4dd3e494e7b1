/** Builds the text of a request around its arguments' text, and extracts the arguments again. */
import type { Connected } from "../../../shared/client/connected.ts";
import {
  composeEnvelope,
  type Layout,
  type RequestFrame,
} from "../../../shared/client/session/composeMessage.ts";
import { putText } from "../../../shared/core/json/putText.ts";
import { onOneLine } from "../../../shared/core/json/stringLiterals.ts";
import { rangeAt, textAt } from "../../../shared/core/json/textAt.ts";
import { isJson } from "../../../shared/core/json/tokenRanges.ts";
import type { Callable } from "./callable.ts";
import type { Draft, Envelope } from "./drafts.ts";

/** What the envelope of the request depends on. */
type Frame = RequestFrame & { readonly id: number; readonly layout: Layout };

/** The envelope of the next request over a connection; it asks for progress. */
export function frameOf({ session, transport }: Connected): Frame {
  const layout = transport.kind === "stdio" ? "line" : "lines";
  return { ...session.frame({ hasProgress: true }), layout };
}

/** The text of the request to send. */
export function requestText(callable: Callable, draft: Draft, frame: Frame): string {
  if (draft.whole !== undefined) return withFreshId(draft.whole, draft.proposedId, frame.id);
  const args = frame.layout === "line" ? onOneLine(draft.argumentsText) : draft.argumentsText;
  if (draft.envelope) {
    const { before, after } = draft.envelope;
    return withFreshId(before + args + after, draft.proposedId, frame.id);
  }
  const { before, after } = plainEnvelope(callable, args, frame);
  return before + (hasArguments(callable, args) ? args : "") + after;
}

/**
 * Converts a change of the request's text to a draft.
 * The arguments go to Form and JSON; changes around them are kept as an envelope.
 */
export function draftOfRequest(
  callable: Callable,
  text: string,
  frame: Frame,
): Pick<Draft, "envelope" | "whole" | "proposedId"> & Partial<Pick<Draft, "argumentsText">> {
  if (!isJson(text)) return { envelope: undefined, whole: text, proposedId: undefined };
  const proposedId = textAt(text, ["id"]) === String(frame.id) ? frame.id : undefined;
  const range = rangeAt(text, ["params", "arguments"]);
  if (!range) return { envelope: undefined, whole: text, proposedId };
  const argumentsText = text.slice(range.start, range.end);
  const envelope = { before: text.slice(0, range.start), after: text.slice(range.end) };
  const plain = plainEnvelope(callable, argumentsText, frame);
  const isPlain = envelope.before === plain.before && envelope.after === plain.after;
  return { argumentsText, envelope: isPlain ? undefined : envelope, whole: undefined, proposedId };
}

/** Replaces a proposed id that other requests have used in the meantime. */
function withFreshId(text: string, proposed: number | undefined, id: number): string {
  if (proposed === undefined || proposed === id) return text;
  return [["id"], ["params", "_meta", "progressToken"]].reduce(
    (whole, path) =>
      textAt(whole, path) === String(proposed) ? putText(whole, path, String(id)) : whole,
    text,
  );
}

function hasArguments(callable: Callable, args: string): boolean {
  return callable.params(args).some(({ key }) => key === "arguments");
}

function plainEnvelope({ method, params }: Callable, args: string, frame: Frame): Envelope {
  return composeEnvelope(frame, method, params(args), frame.layout);
}
