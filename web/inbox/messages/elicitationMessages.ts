/** Sentences about elicitation: what is wrong with a requested form, and warnings about a URL. */

import { isLoopbackHost } from "../../../shared/core/text/addresses.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { hostRemarks } from "../../../shared/core/text/hostRemarks.ts";
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { RequestedSchemaFault } from "../../../shared/protocol/requestedSchema.ts";
import { hostRemarkText } from "../../messages/consentMessages.ts";

/** Says where the schema of a form leaves what the specification allows. */
export function schemaFaultText(fault: RequestedSchemaFault): string {
  switch (fault.code) {
    case "not-an-object":
      return "The schema is not of the type object with properties.";
    case "nested":
      return `${quoted(fault.property)} holds objects or free lists; only single values and choices are allowed.`;
    case "unknown-type":
      return `${quoted(fault.property)} is not of the type string, number, integer, boolean or array.`;
    case "keyword":
      return `${quoted(fault.property)} uses ${exactLine(fault.keyword, 50)} in a way that is not allowed.`;
  }
}

/** Longest name that is shown, in UTF-16 code units. */
const maxNameLength = 80;

function quoted(name: string): string {
  return `“${exactLine(name, maxNameLength)}”`;
}

/** Longest message that is shown, in UTF-16 code units; the whole one is in Traffic. */
const maxMessageLength = 20_000;

/** The message of a request as it is shown: its lines are kept, hidden characters are escaped. */
export function requestMessageText(message: unknown): string {
  const text =
    typeof message === "string" ? message : message === undefined ? "" : textOfJson(message);
  const lines = text
    .slice(0, maxMessageLength)
    .split(/\r?\n/)
    .map((line) => escapeHidden(line, maxMessageLength))
    .join("\n");
  return text.length > maxMessageLength ? `${lines}…` : lines;
}

/** What users should know about a URL before they open it. */
export function urlRemarkTexts(url: URL): readonly string[] {
  const isUnencrypted = url.protocol === "http:" && !isLoopbackHost(url.hostname);
  return [
    ...(isUnencrypted
      ? [
          "The address begins with http: the connection is not encrypted, so others on the network can read and change what is sent.",
        ]
      : []),
    ...hostRemarks(url).map((remark) => hostRemarkText(remark, url.host)),
  ];
}
