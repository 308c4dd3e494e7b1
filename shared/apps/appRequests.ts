/** Reads the requests that an app sends to the page, and refuses what no page may do. */
import { fromBase64 } from "../core/base64.ts";
import { encodeText } from "../core/bytes.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, type JsonObject, membersOf } from "../core/json/jsonObject.ts";
import { duplicateName } from "../core/json/jsonText.ts";
import { textAt } from "../core/json/textAt.ts";
import { fileName } from "../core/text/fileName.ts";
import { invalidParamsCode, type JsonRpcError, methodNotFoundCode } from "../protocol/jsonRpc.ts";
import { type AppFinding, appFinding } from "./appFinding.ts";
import { refusedToApp } from "./appTool.ts";
import type { DisplayMode } from "./hostContext.ts";

/** Requests that are answered by the server; `params` go there as they are. */
const forwarded = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "sampling/createMessage",
] as const;

/** A valid request of an app that the page answers. */
export type AppRequest =
  | { readonly method: (typeof forwarded)[number]; readonly paramsText: string }
  | { readonly method: "tools/call"; readonly name: string; readonly paramsText: string }
  | {
      readonly method: "ui/message";
      readonly role: string;
      readonly content: readonly unknown[];
    }
  | {
      readonly method: "ui/update-model-context";
      readonly content?: readonly unknown[];
      readonly structuredContent?: JsonObject;
    }
  /** The URL is one of `http:`, `https:` and `mailto:`. */
  | { readonly method: "ui/open-link"; readonly url: string }
  | { readonly method: "ui/download-file"; readonly files: readonly AppDownload[] }
  | { readonly method: "ui/request-display-mode"; readonly mode: DisplayMode };

/** A file of an app: its bytes, or the `http:` or `https:` URL where it is. */
export interface AppDownload {
  /** Letters, digits, dots, dashes and underscores. */
  readonly name: string;
  readonly mimeType: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly url?: string;
}

/** Maximum number of files of one `ui/download-file`. */
const maximumFiles = 20;

/** A refusal of the page itself. */
export interface RefusedRequest {
  readonly error: JsonRpcError;
  readonly finding: AppFinding;
}

/** The code of an error that the specification leaves to the host. */
export const hostError = -32000;

/**
 * Reads a request.
 * @param text JSON text of the message
 * @param toolOf the tool that the app's own server lists under a name
 */
export function readAppRequest(
  method: string,
  text: string,
  params: JsonObject,
  toolOf: (name: string) => unknown,
): AppRequest | RefusedRequest {
  const invalid = (reason: string, facts: JsonObject = {}, code = invalidParamsCode) => ({
    error: { code, message: `${method}: ${reason}` },
    finding: appFinding("app-params-invalid", { method, reason, ...facts }, "/params"),
  });
  const paramsText = textAt(text, ["params"]) ?? "{}";
  const known = forwarded.find((each) => each === method);
  if (known || method === "tools/call") {
    const name = duplicateName(paramsText)?.slice(0, 100);
    if (name !== undefined) {
      return invalid(`the name ${JSON.stringify(name)} is there twice in an object`);
    }
  }
  switch (method) {
    case "tools/call": {
      const { name } = params;
      if (typeof name !== "string") return invalid("name is not a text");
      const error = refusedToApp(toolOf(name), name);
      if (error) {
        const finding = appFinding(
          "app-tool-refused",
          { name, reason: error.message },
          "/params/name",
        );
        return { error, finding };
      }
      return { method, name, paramsText };
    }
    case "ui/message": {
      const { role, content } = params;
      // the text of the specification has one block where its schema has a list
      const list = isJsonObject(content) ? [content] : content;
      if (role !== "user") return invalid("role is not user");
      return Array.isArray(list)
        ? { method, role, content: list }
        : invalid("content is not a list");
    }
    case "ui/update-model-context": {
      const { content, structuredContent } = params;
      if (content !== undefined && !Array.isArray(content)) return invalid("content is not a list");
      if (structuredContent !== undefined && !isJsonObject(structuredContent)) {
        return invalid("structuredContent is not an object");
      }
      return {
        method,
        ...(content && { content }),
        ...(structuredContent && { structuredContent }),
      };
    }
    case "ui/open-link": {
      const url = typeof params.url === "string" ? URL.parse(params.url) : null;
      if (!url) return invalid("url is not an absolute URL", {}, hostError);
      const { protocol, href } = url;
      const isOpened = ["http:", "https:", "mailto:"].includes(protocol);
      if (isOpened) return { method, url: href };
      return invalid("only http:, https: and mailto: are opened", { url: href }, hostError);
    }
    case "ui/download-file": {
      const { contents } = params;
      if (!Array.isArray(contents) || contents.length === 0) return invalid("contents is empty");
      if (contents.length > maximumFiles) return invalid(`more than ${maximumFiles} files`);
      const files = contents.flatMap((block) => downloadOf(block) ?? []);
      if (files.length < contents.length) return invalid("a content is no file");
      return { method, files };
    }
    case "ui/request-display-mode": {
      const { mode } = params;
      if (mode === "inline" || mode === "fullscreen" || mode === "pip") return { method, mode };
      return invalid("mode is not inline, fullscreen or pip");
    }
  }
  if (known) return { method: known, paramsText };
  return {
    error: { code: methodNotFoundCode, message: `This host has no method ${method.slice(0, 100)}` },
    finding: appFinding("app-method-unknown", { method }, "/method"),
  };
}

/** Reads an embedded resource or a link to one. */
function downloadOf(block: unknown): AppDownload | undefined {
  const { type, resource } = membersOf(block);
  const source = type === "resource" ? resource : type === "resource_link" ? block : undefined;
  const { uri, name, mimeType: declared, text, blob } = membersOf(source);
  if (typeof uri !== "string") return undefined;
  const mimeType = typeof declared === "string" ? declared : "application/octet-stream";
  const file = {
    name: fileName(typeof name === "string" ? name : uri, mimeType, "bin"),
    mimeType,
  };
  if (type === "resource_link") {
    const url = URL.parse(uri);
    return url && /^https?:$/.test(url.protocol) ? { ...file, url: url.href } : undefined;
  }
  const bytes =
    typeof text === "string"
      ? encodeText(text)
      : typeof blob === "string"
        ? fromBase64(blob)
        : undefined;
  return bytes && { ...file, bytes };
}

/** The text of a log message: what it logs, as text or JSON. */
export function logText(params: unknown): string {
  const data = getOwn(params, "data");
  const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
  return text.slice(0, maximumLogLength);
}

/** UTF-16 code units of a log message in an event; the entry of the log has all. */
const maximumLogLength = 2000;
