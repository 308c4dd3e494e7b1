/** Reads links that install a server in an editor. */

import { fromBase64Url } from "../../core/base64.ts";
import { decodeText } from "../../core/bytes.ts";
import { membersOf } from "../../core/json/jsonObject.ts";
import { percentDecoded } from "../../core/text/percentDecoded.ts";
import { type Paste, refused } from "./paste.ts";
import { readPastedConfig } from "./pastedServer.ts";

/** @see https://code.visualstudio.com/api/extension-guides/ai/mcp */
const vsCode = /^(vscode|vscode-insiders|vscodium):\/{0,2}mcp\/install\?(.+)$/s;

/** @returns undefined if the text is no such link */
export function readInstallLink(text: string): Paste | undefined {
  const direct = vsCode.exec(text)?.[2];
  if (direct !== undefined) return readJson(percentDecoded(direct));
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(text);
  const isVsCodeSite = /^(insiders\.)?vscode\.dev$/.test(host);
  const redirect = searchParams.get("url");
  if (isVsCodeSite && redirect) {
    const inner = vsCode.exec(redirect)?.[2];
    return readJson(inner === undefined ? undefined : percentDecoded(inner));
  }
  const isCursor =
    (protocol === "cursor:" && pathname.endsWith("/mcp/install")) ||
    (/(^|\.)cursor\.com$/.test(host) && pathname.endsWith("/install-mcp"));
  const isOther =
    (isVsCodeSite && pathname.includes("/mcp/install")) ||
    (protocol === "lmstudio:" && /add_mcp/.test(text.slice(0, 40)));
  if (!isCursor && !isOther) return undefined;
  const config = searchParams.get("config");
  const name = searchParams.get("name") ?? "server";
  if (config === null) return refused({ code: "link-without-server" });
  return readJson(config.trim().startsWith("{") ? config : fromBase64Text(config), name);
}

function readJson(json: string | undefined, name?: string): Paste {
  if (json === undefined) return refused({ code: "link-without-server" });
  try {
    const entry: unknown = JSON.parse(json);
    const { name: own } = membersOf(entry);
    const label = name ?? (typeof own === "string" ? own : "server");
    return readPastedConfig("link", JSON.stringify({ mcpServers: { [label]: entry } }));
  } catch {
    return refused({ code: "link-without-server" });
  }
}

/** In a query, a `+` of base64 has become a space. */
function fromBase64Text(text: string): string | undefined {
  const bytes = fromBase64Url(text.replaceAll(" ", "+"));
  return bytes && decodeText(bytes);
}
