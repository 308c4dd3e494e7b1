/** Decodes the text of a frame into JSON-RPC messages. */
import { parseInSteps } from "../core/json/parseInSteps.ts";
import { finishInSlices, type Steps } from "../core/steps.ts";
import { classify, type MessageHead } from "../protocol/jsonRpc.ts";
import { firstLine } from "../protocol/logHead.ts";
import type { ReceivedMessage } from "./transport.ts";

export interface DecodedFrame {
  readonly batch: boolean;
  readonly heads: readonly MessageHead[];
  readonly messages: readonly ReceivedMessage[];
  /** The parser's error message if the text is not JSON. */
  readonly notJson?: string;
}

/**
 * Decodes one frame; never throws.
 * @param text the JSON text of one message, or of a batch
 */
export function decodeMessages(text: string): DecodedFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return notJsonFrame(text, error);
  }
  return frameOf(value);
}

/** A frame of this many bytes is decoded by {@link decodeSlowly}. */
export const slowBytes = 1024 * 1024;

/**
 * Decodes one large frame as {@link decodeMessages} does, in steps of a few milliseconds.
 * @param pause called before the first step, after the last one, and between them
 */
export async function decodeSlowly(
  text: string,
  pause: () => Promise<void>,
): Promise<DecodedFrame> {
  await pause();
  return finishInSlices(decodeInSteps(text), pause);
}

function* decodeInSteps(text: string): Steps<DecodedFrame> {
  let value: unknown;
  try {
    value = yield* parseInSteps(text);
  } catch (error) {
    return notJsonFrame(text, error);
  }
  return frameOf(value);
}

function notJsonFrame(text: string, error: unknown): DecodedFrame {
  const excerpt = firstLine(text);
  const head = { kind: "invalid", reason: "not-json", ...(excerpt && { excerpt }) } as const;
  return { ...single(head, undefined), notJson: (error as SyntaxError).message };
}

function frameOf(value: unknown): DecodedFrame {
  if (!Array.isArray(value) || value.length === 0) return single(classify(value), value);
  const messages = value.map((item) => ({ head: classify(item), value: item }));
  return { batch: true, heads: messages.map(({ head }) => head), messages };
}

/** The last list, shared by consecutive frames whose head is the same object, to save memory. */
let lastHeads: readonly MessageHead[] = [];

function single(head: MessageHead, value: unknown): DecodedFrame {
  if (lastHeads[0] !== head) lastHeads = [head];
  return { batch: false, heads: lastHeads, messages: [{ head, value }] };
}
