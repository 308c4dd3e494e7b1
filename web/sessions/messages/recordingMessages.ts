/** Describes a recording: where it comes from, and what is not in it. */
import type { NotReadCode } from "../../../shared/recording/import/importedEntries.ts";
import type { NotRead } from "../../../shared/recording/import/importRecording.ts";
import type { LeftOut, LeftOutCode } from "../../../shared/recording/recording.ts";
import { formatCount } from "../../messages/quantities.ts";
import type { OpenedRecording } from "../store/openedRecording.ts";

const leftOutTexts: Readonly<Record<LeftOutCode, readonly [one: string, many: string]>> = {
  entries: ["entry that was not included", "entries that were not included"],
  "other-connections": ["entry of another connection", "entries of other connections"],
  headers: ["header value", "header values"],
  "url-parts": ["part of a URL", "parts of URLs"],
  tokens: ["token", "tokens"],
  "session-ids": ["session id", "session ids"],
  "request-states": ["request state", "request states"],
  environment: ["environment value", "environment values"],
  marked: ["value masked by hand", "values masked by hand"],
  "secret-like": ["value that looks like a secret", "values that look like secrets"],
  "authorization-bodies": ["body of an OAuth message", "bodies of OAuth messages"],
  "network-facts": ["network address or certificate", "network addresses or certificates"],
};

/** @returns for example “3 header values, 1 session id” */
export function leftOutText(leftOut: readonly LeftOut[]): string {
  return leftOut
    .map(({ code, count }) => {
      const [one, many] = leftOutTexts[code];
      return formatCount(count, one, many);
    })
    .join(", ");
}

const notReadTexts: Readonly<Record<NotReadCode, readonly [one: string, many: string]>> = {
  "invalid-item": ["incomplete item", "incomplete items"],
  "not-mcp": ["HTTP exchange without MCP", "HTTP exchanges without MCP"],
  "no-body": ["body missing from the file", "bodies missing from the file"],
  "no-time": ["missing time", "missing times"],
  "no-server": ["server, which the file does not name", "servers"],
};

/** @returns for example “2 HTTP exchanges without MCP, 1 missing time” */
export function notReadText(notRead: readonly NotRead[]): string {
  return notRead
    .map(({ code, count }) => {
      const [one, many] = notReadTexts[code];
      return formatCount(count, one, many);
    })
    .join(", ");
}

/** @returns for example “A recording from a link, of 22 November 2026, 06:12” */
export function recordingTitle({ source, name, startedAt }: OpenedRecording): string {
  const from = source === "file" ? `the file ${name ?? ""}` : "a link";
  const date = startedAt === undefined ? "" : `, of ${formatDate(startedAt)}`;
  if (source === "live") return `A session that you watch live${date}`;
  return `A recording from ${from.trimEnd()}${date}`;
}

function formatDate(text: string): string {
  return new Date(text).toLocaleString("en", { dateStyle: "long", timeStyle: "short" });
}
