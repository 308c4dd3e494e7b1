/** Reads the params of a sampling request for display; no member is left out. */

import { asJsonObject, type JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { jsonText } from "../../../../shared/core/text/textOfJson.ts";
import type { InboxItem } from "../../../inbox/store/inbox.ts";

export interface ShownMessage {
  readonly role: string;
  readonly blocks: readonly unknown[];
}

export interface ShownRequest {
  readonly systemPrompt: string | undefined;
  readonly messages: readonly ShownMessage[];
  readonly tools: readonly unknown[];
  /** The other members that the specification names and that have the expected type, by name. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  /** Everything else, by name. */
  readonly rest: readonly (readonly [name: string, value: unknown])[];
}

/** The JSON text of a pending request's params, as the server wrote it. */
export function receivedText({ input }: Pick<InboxItem, "input">): string {
  const source = typeof input.text === "string" ? textAt(input.text, ["params"]) : undefined;
  return source ?? jsonText(input.params ?? {});
}

/** The params as a value; undefined if the text is not a JSON object. */
export function parseParams(text: string): JsonObject | undefined {
  try {
    return asJsonObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages */
export function readRequest(params: JsonObject): ShownRequest {
  const { messages, systemPrompt, tools, ...others } = params;
  const facts: [string, string][] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(others)) {
    const text = factText(name, value);
    if (text === undefined) rest.push([name, value]);
    else facts.push([name, text]);
  }
  const unreadable = { messages, systemPrompt, tools };
  const known = {
    messages: Array.isArray(messages),
    systemPrompt: typeof systemPrompt === "string",
    tools: Array.isArray(tools),
  };
  for (const name of ["messages", "systemPrompt", "tools"] as const) {
    if (unreadable[name] !== undefined && !known[name]) rest.push([name, unreadable[name]]);
  }
  return {
    systemPrompt: typeof systemPrompt === "string" ? systemPrompt : undefined,
    messages: (Array.isArray(messages) ? messages : []).map(readMessage),
    tools: Array.isArray(tools) ? tools : [],
    facts,
    rest,
  };
}

/** The blocks of a message or result, whether it has one or a list. */
export function blocksOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  return content === undefined ? [] : [content];
}

function readMessage(message: unknown): ShownMessage {
  const { role, content } = asJsonObject(message) ?? {};
  const isReadable = content !== undefined;
  return {
    role: typeof role === "string" ? role : "no role",
    // an invalid message is shown as JSON
    blocks: isReadable ? blocksOf(content) : [message],
  };
}

/** One line for members with a simple value. */
function factText(name: string, value: unknown): string | undefined {
  switch (name) {
    case "maxTokens":
    case "temperature":
      return typeof value === "number" ? String(value) : undefined;
    case "stopSequences":
      return isTexts(value) ? value.map((text) => JSON.stringify(text)).join(", ") : undefined;
    case "includeContext":
      return typeof value === "string" ? value : undefined;
    case "toolChoice": {
      const { mode, ...more } = asJsonObject(value) ?? {};
      return typeof mode === "string" && Object.keys(more).length === 0 ? mode : undefined;
    }
    case "modelPreferences":
      return preferencesText(value);
    default:
      return undefined;
  }
}

function preferencesText(value: unknown): string | undefined {
  const preferences = asJsonObject(value);
  if (!preferences) return undefined;
  const { hints = [], ...priorities } = preferences;
  const names = (Array.isArray(hints) ? hints : [undefined]).map((hint) => {
    const { name, ...more } = asJsonObject(hint) ?? {};
    return typeof name === "string" && Object.keys(more).length === 0 ? name : undefined;
  });
  const known = ["costPriority", "speedPriority", "intelligencePriority"];
  const isSimple =
    names.every((name) => name !== undefined) &&
    Object.entries(priorities).every(
      ([name, priority]) => known.includes(name) && typeof priority === "number",
    );
  if (!isSimple) return undefined;
  const parts = [
    names.length > 0 && `hints ${names.join(", ")}`,
    ...Object.entries(priorities).map(
      ([name, priority]) => `${name.replace("Priority", "")} ${priority}`,
    ),
  ];
  return parts.filter((part) => part !== false).join(" · ") || undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
