/** Reads anything that names a server: an address, a command, a configuration, a link or a name. */
import { fromBase64Url } from "../../core/base64.ts";
import { decodeText } from "../../core/bytes.ts";
import { membersOf } from "../../core/json/jsonObject.ts";
import { basicAuthorization } from "../../core/text/basicAuth.ts";
import { percentDecoded } from "../../core/text/percentDecoded.ts";
import { isAssignment } from "../commandLine.ts";
import { parseTarget } from "../target.ts";
import { readAddCommand } from "./addCommands.ts";
import { looksLikeConfig, readConfigText } from "./configText.ts";
import { readCurl } from "./curlCommand.ts";
import { variablesOf } from "./options.ts";
import { type Paste, refused } from "./paste.ts";
import { type PastedEntry, readPastedConfig, serversOf } from "./pastedServer.ts";
import { type ShellWord, splitShellWords } from "./shellWords.ts";

/** @see https://code.visualstudio.com/api/extension-guides/ai/mcp */
const vsCode = /^(vscode|vscode-insiders|vscodium):\/{0,2}mcp\/install\?(.+)$/s;

/** @returns undefined if the text is no such link */
function readInstallLink(text: string): Paste | undefined {
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

/** Longest text that is read, in UTF-16 code units. */
const maxLength = 100_000;

/** Reads a text; never throws, and takes time in proportion to its length. */
export function readPaste(text: string): Paste {
  if (text.length > maxLength) return refused({ code: "too-long" });
  const inner = unwrapped(text);
  const plain: Paste = { kind: "plain", text: inner };
  if (inner === "") return plain;
  if (looksLikeConfig(inner)) return readConfigText(inner);
  const link = readInstallLink(inner);
  if (link) return link;
  if (isRegistryName(inner)) return readName(inner) ?? plain;
  if (!/\s/.test(inner) && isAddress(inner)) return readAddress(inner) ?? plain;

  const split = splitShellWords(inner);
  if (split.kind === "operator")
    return refused({ code: "shell-operator", operator: split.operator });
  if (split.kind !== "words") return refused({ code: split.kind });
  const { words } = split;
  const texts = words.map((word) => word.text);
  const [program = "", ...rest] = texts;
  if (words.length === 1 && !words[0]?.isQuoted) {
    const named = readName(program);
    if (named) return named;
  }
  if (program === "curl") return readCurl(rest);
  return readAddCommand(texts) ?? readDockerRun(texts) ?? withMissing(words) ?? plain;
}

/**
 * Removes what surrounds a text in documentation and chats: a code fence, quotes, the prompt of a
 * shell.
 */
function unwrapped(text: string): string {
  let inner = text.replace(/^\uFEFF/, "").trim();
  const fence = /^```[\w-]*\r?\n/.exec(inner)?.[0];
  if (fence !== undefined && inner.endsWith("```")) inner = inner.slice(fence.length, -3).trim();
  const [first, last] = [inner.charAt(0), inner.at(-1) ?? ""];
  const isQuoted = inner.length > 1 && ["''", '""', "``", "“”", "‘’", "<>"].includes(first + last);
  const content = inner.slice(1, -1);
  if (isQuoted && !content.includes(first) && !content.includes(last)) inner = content.trim();
  return inner.replace(/^[$>] (?=\S)/, "");
}

function isAddress(text: string): boolean {
  const parsed = parseTarget(text);
  return parsed.kind === "invalid" ? parsed.reason !== "open-quote" : parsed.target.kind === "http";
}

/** The user name and password of a URL become a header, which is not part of the address. */
function readAddress(text: string): Paste | undefined {
  const parsed = parseTarget(text);
  if (parsed.kind === "invalid" || parsed.target.kind !== "http") return undefined;
  const { url, userinfo } = parsed.target;
  if (userinfo === undefined) return undefined;
  const headers = { Authorization: basicAuthorization(userinfo) };
  return serversOf("url", [{ name: url, url, headers }]);
}

/** A command with `<name>` in it asks for a value. */
function withMissing(words: readonly ShellWord[]): Paste | undefined {
  const isMissing = ({ text, isQuoted }: ShellWord) => !isQuoted && /<[A-Za-z][\w .-]*>/.test(text);
  if (!words.some(isMissing)) return undefined;
  const texts = words.map(({ text }) => text);
  const start = texts.findIndex((text) => !isAssignment(text));
  const [command = "", ...args] = start < 0 ? [] : texts.slice(start);
  // a program is never a value to fill in
  if (isMissing({ text: command, isQuoted: false })) {
    return refused({ code: "shell-operator", operator: "<" });
  }
  const env = variablesOf(texts.slice(0, Math.max(start, 0)));
  return serversOf("command", [{ name: command, command, args, env }]);
}

/** Options of `docker run` that take a value. */
const dockerOptionsWithValue = new Set(
  "-e --env --env-file -v --volume --mount -p --publish --name --network --net -w --workdir -u --user --entrypoint -h --hostname --platform -l --label --add-host -m --memory --cpus --pull --gpus --runtime --cap-add --cap-drop --security-opt --device --dns --log-driver --restart --shm-size --ulimit --tmpfs".split(
    " ",
  ),
);

/**
 * Reads `docker run -e NAME …`: variables without a value are passed on, so they are asked for.
 * @param words of the whole command
 * @returns undefined if no variable is missing
 */
function readDockerRun(words: readonly string[]): Paste | undefined {
  const [command = "", run, ...options] = words;
  if (!/^(docker|podman|nerdctl)$/.test(command) || run !== "run") return undefined;
  const missing: string[] = [];
  for (let at = 0; at < options.length; at++) {
    const word = options[at] ?? "";
    if (!word.startsWith("-")) break;
    const isSeparate = dockerOptionsWithValue.has(word);
    const value = isSeparate ? options[++at] : undefined;
    const variable =
      word === "-e" || word === "--env" ? value : /^(?:--env=|-e)(.+)$/.exec(word)?.[1];
    if (variable !== undefined && /^[A-Za-z_]\w*$/.test(variable)) missing.push(variable);
  }
  if (missing.length === 0) return undefined;
  const env = Object.fromEntries(missing.map((name) => [name, `\${${name}}`]));
  return serversOf("command", [{ name: command, command, args: words.slice(1), env }]);
}

/** @see https://docs.npmjs.com/cli/configuring-npm/package-json#name */
const scopedPackage = /^@[a-z0-9~-][\w.~-]{0,100}\/[a-z0-9~-][\w.~-]{0,100}(@[\w.~^-]{1,40})?$/i;
const barePackage = /^[a-z0-9][\w.-]{0,100}((@|==)[\w.^~-]{1,40})?$/i;

/**
 * Reads one word as the name of a package or of a registry's entry.
 * @returns undefined if it is a program or an address
 */
function readName(word: string): Paste | undefined {
  if (isRegistryName(word)) return refused({ code: "registry-name", name: word });
  if (scopedPackage.test(word)) return serversOf("package", [packageEntry("npx", "-y", word)]);
  const isServer = /mcp|server/i.test(word) && !/\.(exe|cmd|bat|sh|py|js|ts|mjs)$/i.test(word);
  if (!isServer || !barePackage.test(word)) return undefined;
  if (word.includes("==")) return serversOf("package", [packageEntry("uvx", word)]);
  const runners = [packageEntry("npx", "-y", word), packageEntry("uvx", word)];
  return serversOf("package", word.includes("@") ? runners : [packageEntry(word), ...runners]);
}

/** The name is the command that would be run. */
function packageEntry(command: string, ...args: readonly string[]): PastedEntry {
  return { name: [command, ...args].join(" "), command, args };
}

/**
 * Whether a word is a reversed domain and a name. A text whose part before the slash ends like a
 * host name is an address.
 */
function isRegistryName(word: string): boolean {
  const [, domain = ""] =
    /^([a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,8})\/[\w.-]{1,100}$/i.exec(word) ?? [];
  const labels = domain.toLowerCase().split(".");
  const tops = ["com", "org", "net", "io", "dev", "ai", "app", "co", "me", "sh", "cloud", "tech"];
  return tops.slice(0, 4).includes(labels[0] ?? "") && !tops.includes(labels.at(-1) ?? "");
}
