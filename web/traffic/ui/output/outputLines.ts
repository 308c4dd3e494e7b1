/** Turns stderr, log messages and connection events into output lines. */

import { type JsonNode, nodeAt, parseJson } from "../../../../shared/core/json/jsonText.ts";
import type { Entry, MessageEntry, StderrEntry } from "../../../../shared/log/entry.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { keepAnsiColors, stripAnsi } from "../../../messages/ansi.ts";
import { connectionSummary, processSummary, type Tone } from "../messages/summaries.ts";

export interface OutputLine {
  readonly kind: "stderr" | "log" | "event";
  readonly at: number;
  /** The text without ANSI sequences. */
  readonly text: string;
  /** The text with ANSI colours, if it has any. */
  readonly coloured?: string;
  readonly tone: Tone;
  /** For a log message: its level and logger as sent. */
  readonly source?: string;
}

/** The lines at one moment. Readers must not read past `length`; each change is a new object. */
export interface OutputLines {
  readonly lines: readonly OutputLine[];
  readonly length: number;
  /** The number of lines the server has written in total. */
  readonly written: number;
}

interface OutputBuffer {
  /** Adds one entry with its bytes. */
  add(entry: Entry, bytes: Uint8Array): void;
  snapshot(): OutputLines;
}

/** Whether an entry is shown as output, so that its bytes must be read. */
export function isOutput(entry: Entry): boolean {
  if (entry.kind === "message") {
    return entry.direction === "in" && entry.heads.some((head) => isLogMessage(head));
  }
  return entry.kind === "stderr" || entry.kind === "process" || entry.kind === "connection";
}

const isLogMessage = (head: MessageEntry["heads"][number]) =>
  head.kind === "notification" && head.method === "notifications/message";

/** In UTF-16 code units. Longer lines continue in the next row, so that no row is slow to render. */
const maxLineLength = 4000;

/** An unfinished line of a connection's stderr. */
interface Unfinished {
  readonly decoder: TextDecoder;
  /** Its index; undefined after a line feed. */
  index: number | undefined;
  text: string;
  /** ANSI styles an earlier line left switched on. */
  colours: string;
}

/** Creates an empty output; entries must be added in log order. */
export function createOutputBuffer(): OutputBuffer {
  const lines: OutputLine[] = [];
  const unfinished = new Map<string, Unfinished>();
  let written = 0;

  const write = (line: OutputLine, index: number | undefined) => {
    if (index === undefined && line.kind !== "event") written++;
    lines[index ?? lines.length] = line;
  };

  const addStderr = (entry: StderrEntry, bytes: Uint8Array) => {
    const pipe = unfinished.get(entry.connectionId) ?? {
      decoder: new TextDecoder(),
      index: undefined,
      text: "",
      colours: "",
    };
    unfinished.set(entry.connectionId, pipe);
    const pieces = (pipe.text + pipe.decoder.decode(bytes, { stream: true })).split("\n");
    pipe.text = "";
    pieces.forEach((piece, number) => {
      const isLast = number === pieces.length - 1;
      let rest = piece;
      while (rest.length > maxLineLength) {
        const part = rest.slice(0, maxLineLength);
        write(stderrLine(entry, part, pipe.colours), pipe.index);
        pipe.colours = coloursAfter(pipe.colours + part);
        pipe.index = undefined;
        rest = rest.slice(maxLineLength);
      }
      if (isLast && rest === "") return;
      const index = pipe.index ?? lines.length;
      write(stderrLine(entry, rest, pipe.colours), pipe.index);
      if (!isLast) pipe.colours = coloursAfter(pipe.colours + rest);
      pipe.index = isLast ? index : undefined;
      pipe.text = isLast ? rest : "";
    });
  };

  return {
    add(entry, bytes) {
      switch (entry.kind) {
        case "stderr":
          return addStderr(entry, bytes);
        case "message":
          for (const line of logLines(entry, bytes)) write(line, undefined);
          return;
        case "process": {
          const { summary, tone } = processSummary(entry.event);
          return write({ kind: "event", at: entry.at, text: summary, tone }, undefined);
        }
        case "connection": {
          const { summary, tone } = connectionSummary(entry);
          return write({ kind: "event", at: entry.at, text: summary, tone }, undefined);
        }
      }
    },
    snapshot: () => ({ lines, length: lines.length, written }),
  };
}

function stderrLine(entry: StderrEntry, raw: string, colours: string): OutputLine {
  const line = raw.replace(/\r$/, "");
  const text = stripAnsi(line);
  const base = { kind: "stderr", at: entry.at, text, tone: "plain" } as const;
  const coloured = colours + keepAnsiColors(line);
  return coloured === text ? base : { ...base, coloured };
}

/** ANSI styles still active after a text; bounded, because a program may never reset them. */
function coloursAfter(text: string): string {
  if (!text.includes("\u001b")) return "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern consists of control characters
  const styles = text.match(/\u001b\[[\d;:]*m/g) ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  const off = styles.findLastIndex((style) => /^\u001b\[0*m$/.test(style));
  return styles
    .slice(off + 1)
    .slice(-8)
    .join("");
}

const levelTones: Readonly<Record<string, Tone>> = {
  debug: "quiet",
  warning: "warning",
  error: "violation",
  critical: "violation",
  alert: "violation",
  emergency: "violation",
};

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging */
function logLines(entry: MessageEntry, bytes: Uint8Array): OutputLine[] {
  const text = messageText(entry.carrier, bytes);
  const parsed = parseJson(text);
  if (parsed.kind !== "tree") return [unreadable(entry, text)];
  const messages = parsed.root?.kind === "array" ? parsed.root.items : [parsed.root];
  const words = (node: JsonNode | undefined) => (node?.kind === "string" ? node.value : undefined);
  return messages
    .filter((message) => words(nodeAt(message, ["method"])) === "notifications/message")
    .map((message) => {
      const level = words(nodeAt(message, ["params", "level"]));
      const logger = words(nodeAt(message, ["params", "logger"]));
      const data = nodeAt(message, ["params", "data"]);
      return {
        kind: "log",
        at: entry.at,
        text: words(data) ?? (data ? text.slice(data.start, data.end) : ""),
        tone: levelTones[level ?? ""] ?? "plain",
        source: [level, logger].filter(Boolean).join(" "),
      };
    });
}

/** Shows a message as it is, because duplicate member names make its values ambiguous. */
function unreadable(entry: MessageEntry, text: string): OutputLine {
  return { kind: "log", at: entry.at, text, tone: "warning", source: "duplicate members" };
}
