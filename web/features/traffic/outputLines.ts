/** Turns what a server says beside the protocol's work into lines: stderr, log messages, turns. */
import type { Entry, MessageEntry, StderrEntry } from "../../../shared/log/entry.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { type JsonNode, nodeAt, parseJson } from "../../../shared/schema/jsonText.ts";
import { connectionWords, processWords, type Tone } from "./summaries.ts";

export interface OutputLine {
  readonly kind: "stderr" | "log" | "turn";
  readonly at: number;
  readonly text: string;
  readonly tone: Tone;
  /** For a log message: its level and logger, as the server spells them. */
  readonly source?: string;
}

/** The lines at one moment. Readers never read past `length`, and draw anew with each object. */
export interface OutputLines {
  readonly lines: readonly OutputLine[];
  readonly length: number;
}

export interface Output {
  /** Takes in one entry with its bytes. */
  add(entry: Entry, bytes: Uint8Array): void;
  snapshot(): OutputLines;
}

/** Entries that have something to say here, for which the bytes are worth reading. */
export function isOutput(entry: Entry): boolean {
  if (entry.kind === "message") {
    return entry.direction === "in" && entry.heads.some((head) => isLogMessage(head));
  }
  return entry.kind === "stderr" || entry.kind === "process" || entry.kind === "connection";
}

const isLogMessage = (head: MessageEntry["heads"][number]) =>
  head.kind === "notification" && head.method === "notifications/message";

/** In UTF-16 units; a longer line goes on in the next row, so that no row takes a second to draw. */
const longestLine = 4000;

/** What colours text in a terminal; it says nothing here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is made of control characters
const terminalColours = /\u001b\[[\d;]*m/g;

/** An unfinished line of a connection's stderr. */
interface Unfinished {
  readonly decoder: TextDecoder;
  /** Where it stands; undefined after a line feed. */
  index: number | undefined;
  text: string;
}

/** Makes an empty output; entries are added in the log's order. */
export function createOutput(): Output {
  const lines: OutputLine[] = [];
  const unfinished = new Map<string, Unfinished>();

  const write = (line: OutputLine, index: number | undefined) => {
    lines[index ?? lines.length] = line;
  };

  const addStderr = (entry: StderrEntry, bytes: Uint8Array) => {
    const pipe = unfinished.get(entry.connectionId) ?? {
      decoder: new TextDecoder(),
      index: undefined,
      text: "",
    };
    unfinished.set(entry.connectionId, pipe);
    const pieces = (pipe.text + pipe.decoder.decode(bytes, { stream: true })).split("\n");
    pipe.text = "";
    pieces.forEach((piece, number) => {
      const isLast = number === pieces.length - 1;
      let rest = piece;
      while (rest.length > longestLine) {
        write(stderrLine(entry, rest.slice(0, longestLine)), pipe.index);
        pipe.index = undefined;
        rest = rest.slice(longestLine);
      }
      if (isLast && rest === "") return;
      const index = pipe.index ?? lines.length;
      write(stderrLine(entry, rest), index);
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
          const { summary, tone } = processWords(entry.event);
          return write({ kind: "turn", at: entry.at, text: summary, tone }, undefined);
        }
        case "connection": {
          const { summary, tone } = connectionWords(entry);
          return write({ kind: "turn", at: entry.at, text: summary, tone }, undefined);
        }
      }
    },
    snapshot: () => ({ lines, length: lines.length }),
  };
}

function stderrLine(entry: StderrEntry, text: string): OutputLine {
  const shown = text.replace(/\r$/, "").replace(terminalColours, "");
  return { kind: "stderr", at: entry.at, text: shown, tone: "plain" };
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

/** Its members are named twice, so which of them hold is anybody's guess: shown as it is. */
function unreadable(entry: MessageEntry, text: string): OutputLine {
  return { kind: "log", at: entry.at, text, tone: "warning", source: "duplicate members" };
}
