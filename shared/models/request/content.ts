/** Reads the content blocks of a sampling request, which may be malformed. */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { toPointer } from "../../core/json/pointer.ts";
import type { MappingNotes } from "./mapping.ts";

interface At {
  /** JSON Pointer of the block in the params. */
  readonly pointer: string;
}

export type TextBlock = At & { readonly kind: "text"; readonly text: string };
type MediaBlock = At & {
  readonly kind: "image" | "audio";
  readonly mimeType: string;
  /** base64 */
  readonly data: string;
};
/** A block that is sent as JSON text, because the specification or this client has no other form for it. */
export type OtherBlock = At & {
  readonly kind: "other";
  readonly type: string;
  readonly isKnown: boolean;
  readonly json: string;
};
/** Bytes of an embedded resource that are neither image nor audio. */
type BlobBlock = At & {
  readonly kind: "blob";
  readonly mimeType: string;
  readonly data: string;
};
export type ResultContent = TextBlock | MediaBlock | OtherBlock | BlobBlock;

export type ToolUseBlock = At & {
  readonly kind: "tool-use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** The provider's signature, which an earlier reply gave the server to keep. */
  readonly signature: string | undefined;
};
export type ToolResultBlock = At & {
  readonly kind: "tool-result";
  readonly id: string;
  readonly content: readonly ResultContent[];
  readonly isError: boolean | undefined;
  /** The structured result in an array, as it may be any JSON value; empty if there is none. */
  readonly structured: readonly unknown[];
  /** The whole block as JSON text. */
  readonly json: () => string;
};
export type Block = ResultContent | ToolUseBlock | ToolResultBlock;

/** The `_meta` member that carries a provider's signature of a part of its reply. */
export const signatureKey = "mcp-playground/thought-signature";

interface KnownMembers {
  /** Members that are used. */
  readonly read: readonly string[];
  /** Members with a meaning that no provider's request expresses. */
  readonly notSent?: readonly string[];
}

/** Adds notes for the members of an object that are not used. */
export function noteRest(
  object: JsonObject,
  pointer: string,
  { read, notSent = [] }: KnownMembers,
  notes: MappingNotes,
) {
  for (const name of Object.keys(object)) {
    const at = pointer + toPointer([name]);
    if (read.includes(name)) continue;
    if (name === "_meta") notes.leftOut(at, "protocol-metadata");
    else notes.leftOut(at, notSent.includes(name) ? "not-expressed" : "unknown-member");
  }
}

/** Reads one content block of a message. */
export function readBlock(value: unknown, pointer: string, notes: MappingNotes): Block {
  const block = isJsonObject(value) ? value : {};
  switch (block.type) {
    case "tool_use": {
      const { id, name, input, _meta } = block;
      if (typeof id !== "string" || typeof name !== "string" || !isJsonObject(input)) break;
      const meta = isJsonObject(_meta) ? _meta : {};
      const own = meta[signatureKey];
      const signature = typeof own === "string" ? own : undefined;
      noteRest(meta, `${pointer}/_meta`, { read: signature ? [signatureKey] : [] }, notes);
      noteRest(block, pointer, { read: ["type", "id", "name", "input", "_meta"] }, notes);
      return { kind: "tool-use", pointer, id, name, input, signature };
    }
    case "tool_result": {
      const { toolUseId, content, isError, structuredContent } = block;
      if (typeof toolUseId !== "string" || !Array.isArray(content)) break;
      const read = ["type", "toolUseId", "content", "isError", "structuredContent"];
      noteRest(block, pointer, { read }, notes);
      if (isError !== undefined && typeof isError !== "boolean") {
        notes.leftOut(`${pointer}/isError`, "malformed", { expected: "boolean" });
      }
      return {
        kind: "tool-result",
        pointer,
        id: toolUseId,
        content: content.map((item, at) =>
          readResultContent(item, `${pointer}/content/${at}`, notes),
        ),
        isError: typeof isError === "boolean" ? isError : undefined,
        structured: Object.hasOwn(block, "structuredContent") ? [structuredContent] : [],
        json: () => JSON.stringify(block),
      };
    }
  }
  return readResultContent(value, pointer, notes);
}

function readResultContent(value: unknown, pointer: string, notes: MappingNotes): ResultContent {
  const block = isJsonObject(value) ? value : {};
  const { type, text, data, mimeType, resource } = block;
  const rest = (read: readonly string[]) =>
    noteRest(block, pointer, { read: ["type", ...read], notSent: ["annotations"] }, notes);
  if (type === "text" && typeof text === "string") {
    rest(["text"]);
    return { kind: "text", pointer, text };
  }
  if (
    (type === "image" || type === "audio") &&
    typeof data === "string" &&
    typeof mimeType === "string"
  ) {
    rest(["data", "mimeType"]);
    return { kind: type, pointer, mimeType, data };
  }
  if (type === "resource" && isJsonObject(resource) && typeof resource.blob === "string") {
    rest(["resource"]);
    const members = { read: ["blob", "mimeType"], notSent: ["uri"] };
    noteRest(resource, `${pointer}/resource`, members, notes);
    return readBlob(resource.blob, resource.mimeType, pointer);
  }
  const known = ["text", "image", "audio", "resource", "resource_link", "tool_use", "tool_result"];
  const name = typeof type === "string" ? type : "";
  const json = JSON.stringify(value) ?? "null";
  return { kind: "other", pointer, type: name, isKnown: known.includes(name), json };
}

function readBlob(data: string, type: unknown, pointer: string): MediaBlock | BlobBlock {
  const mimeType = typeof type === "string" ? type : "application/octet-stream";
  const media = /^(image|audio)\//.exec(mimeType)?.[1];
  const kind = media === "image" || media === "audio" ? media : "blob";
  return { kind, pointer, mimeType, data };
}
