/** Passes the messages of one direction on in their order, through a gate while it has rules. */
import type { TapChange } from "../../../../shared/log/entry.ts";
import { reorderMs } from "../../../../shared/taps/faults.ts";
import type { TappedMessage } from "../../../../shared/taps/tappedMessage.ts";
import type { Gate, Passage } from "./gate.ts";

/** A part of a stream: a whole message, or bytes that are passed on as they are. */
export interface StreamPart {
  readonly bytes: Buffer;
  readonly endsFrame: boolean;
  /** The text of the message, if it is one. */
  readonly text?: string;
}

export interface MessageQueueOptions {
  readonly direction: TappedMessage["direction"];
  readonly gate: Gate;
  readonly read: (direction: TappedMessage["direction"], text: string) => TappedMessage;
  /** Sends a part on; resolves when more can be sent. */
  readonly write: (part: StreamPart) => Promise<void> | undefined;
  /** Records bytes that passed unchanged. */
  readonly copy: (bytes: Buffer) => void;
  readonly log: (direction: TappedMessage["direction"], text: string, change?: TapChange) => void;
  /**
   * Sends another text in place of a message.
   * @param isCut whether nothing ends it
   */
  readonly writeText: (
    text: string,
    part: StreamPart,
    isCut?: boolean,
  ) => Promise<void> | undefined;
  /** Sends messages to the sender. */
  readonly reply: (text: string) => void;
  /** Ends the stream, both, or the server. */
  readonly end: (how: "cut" | "close" | "kill") => void;
  readonly signal?: AbortSignal;
}

export interface MessageQueue {
  add(part: StreamPart): void;
  /** Bytes that wait. */
  size(): number;
  /** Called when everything has been passed on. */
  onIdle(listener: () => void): void;
}

export function createMessageQueue(options: MessageQueueOptions): MessageQueue {
  const { direction, gate, read, write, writeText, copy } = options;
  const parts: StreamPart[] = [];
  let size = 0;
  let isRunning = false;
  let listeners: (() => void)[] = [];
  let wake = () => {};
  let isOver = false;

  const nextPart = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const sendTexts = async (texts: readonly string[], part: StreamPart) => {
    for (const text of texts) await writeText(text, part);
  };

  const apply = async ({ texts, replies, effect }: Passage, part: StreamPart): Promise<void> => {
    for (const reply of replies) options.reply(reply);
    switch (effect?.kind) {
      case "reorder":
        if (parts.length === 0) await nextPart(reorderMs);
        await handleNext();
        return sendTexts(texts, part);
      case "cut": {
        for (const half of texts) await writeText(half, part, true);
        isOver = true;
        return options.end("cut");
      }
      case "close":
      case "kill":
        isOver = true;
        return options.end(effect.kind);
      default:
        return sendTexts(texts, part);
    }
  };

  const handleNext = async (): Promise<void> => {
    const part = parts.shift();
    if (!part) return;
    const { bytes, text } = part;
    const { log, signal } = options;
    const scope = signal ? { log, signal } : { log };
    const passage = text === undefined ? undefined : gate.pass(read(direction, text), scope);
    if (passage !== undefined) await apply(await passage, part);
    else {
      await write(part);
      copy(bytes);
    }
    size -= bytes.byteLength;
  };

  const run = async () => {
    isRunning = true;
    while (parts.length > 0 && !isOver) await handleNext();
    isRunning = false;
    if (isOver) return;
    const waiting = listeners;
    listeners = [];
    for (const listener of waiting) listener();
  };

  return {
    add(part) {
      if (isOver) return;
      parts.push(part);
      size += part.bytes.byteLength;
      wake();
      if (!isRunning) void run();
    },
    size: () => size,
    onIdle(listener) {
      if (isRunning) listeners.push(listener);
      else if (!isOver) listener();
    },
  };
}
