/** Converts the copied bytes of a stdio server to entries of a log. */
import { decodeText, encodeText } from "../../../../shared/core/bytes.ts";
import type { Direction, TapChange } from "../../../../shared/log/entry.ts";
import { createLineAssembler, type Line } from "../../../../shared/relay/frames/lines.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";
import type { ChangedMessage } from "../copies.ts";
import type { AddEntry } from "./documents.ts";

/** Bytes of a line that is kept; of a longer one, the beginning. */
const [maxLineBytes, cutLineBytes] = [16 * 1024 * 1024, 64 * 1024];

export interface StdioLog {
  /** @param direction `out` for the client's lines @param at milliseconds since 1970 */
  bytes(direction: "out" | "in", bytes: Uint8Array, at: number): void;
  /** A message that was changed on its way. */
  changed(message: ChangedMessage, at: number): void;
  stderr(bytes: Uint8Array, at: number): void;
  /** Bytes were not copied; the lines that they belong to are incomplete. */
  missed(bytes: number, at: number): void;
  /** Ends the input. */
  end(at: number): void;
}

export function createStdioLog(record: AddEntry): StdioLog {
  const base = { exchangeId: undefined } as const;
  const lines = {
    out: createLines("out", record),
    in: createLines("in", record),
  };
  return {
    bytes: (direction, bytes, at) => lines[direction].push(bytes, at),
    changed: ({ direction, text, change }, at) =>
      lines[direction].add(encodeText(text), at, change),
    stderr: (bytes, at) => record({ ...base, kind: "stderr", direction: "in" }, bytes, at),
    missed(bytes, at) {
      for (const each of Object.values(lines)) each.breakLine(at);
      const event = { kind: "missed", bytes } as const;
      record({ ...base, kind: "process", direction: "none", event }, undefined, at);
    },
    end(at) {
      for (const each of Object.values(lines)) each.finish(at);
    },
  };
}

/** Whether the user decided about a message that waited; a fault's time is its own. */
const isOfUser = (change: TapChange | undefined) => change !== undefined && !("rule" in change);

function createLines(direction: Exclude<Direction, "none">, record: AddEntry) {
  const assembler = createLineAssembler(() => maxLineBytes);
  const base = { exchangeId: undefined, carrier: "stdio", direction } as const;
  let offset = 0;
  /** The rest of a line whose beginning is missing, or was too long. */
  let isInside = false;

  const addMessage = (bytes: Uint8Array, at: number, change?: TapChange) => {
    const { heads, batch } = decodeMessages(decodeText(bytes));
    const known = { kind: "message", heads, batch, ...(change ? { change } : {}) } as const;
    const isRequest = heads.some(({ kind }) => kind === "request");
    // its sender waits for the answer from when it sent the request, and a pause is part of that
    const sentAt = isRequest && isOfUser(change) ? at - (change?.waitedMs ?? 0) : at;
    // the tap's clock: exact, unlike that of a page
    record({ ...base, ...known, readAt: sentAt }, bytes, sentAt);
  };
  const add = ({ bytes, whole }: Line, at: number) => {
    if (whole) addMessage(bytes, at);
    else if (bytes.byteLength > 0) {
      record({ ...base, kind: "frame", holds: "rest" }, bytes.slice(0, cutLineBytes), at);
    }
  };

  return {
    add: addMessage,
    push(bytes: Uint8Array, at: number) {
      if (isInside) {
        const end = bytes.indexOf(0x0a);
        offset += end < 0 ? bytes.byteLength : end + 1;
        if (end < 0) return;
        isInside = false;
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.byteLength === 0) return;
      const chunk = { offset, startsLine: true, bytes };
      offset += bytes.byteLength;
      for (const line of assembler.push(chunk)) {
        add(line, at);
        isInside = line.isTooLong === true;
      }
    },
    breakLine(at: number) {
      const line = assembler.breakLine();
      if (line) add(line, at);
      isInside = true;
    },
    finish(at: number) {
      for (const line of assembler.finish()) add(line, at);
    },
  };
}
