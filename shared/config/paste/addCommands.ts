/** Reads `claude mcp add`, `codex mcp add`, `gemini mcp add`, `code --add-mcp` and the like. */
import { headersOf, isProblem, type OptionsForm, readOptions, variablesOf } from "./options.ts";
import { type Paste, refused } from "./paste.ts";
import { readPastedConfig, serversOf } from "./pastedServer.ts";

const isPair = (word: string) => /^[A-Za-z_][\w]{0,100}=/.test(word);
const isHeader = (word: string) => /^[\w-]{1,100}:/.test(word) && !/^https?:/i.test(word);

const common = {
  "--scope": "value",
  "--transport": "value",
  "--env": "many",
  "--header": "many",
} as const;
const shortNames = { "-s": "--scope", "-t": "--transport", "-e": "--env", "-H": "--header" };

/** @see https://code.claude.com/docs/en/mcp */
const claude: OptionsForm = {
  program: "claude mcp add",
  options: {
    ...common,
    "--client-id": "value",
    "--client-secret": "flag",
    "--callback-port": "value",
  },
  aliases: shortNames,
  isOneOfMany: (word) => isPair(word) || isHeader(word),
};

/** @see https://developers.openai.com/codex/mcp */
const codex: OptionsForm = {
  program: "codex mcp add",
  options: { "--env": "value", "--url": "value", "--bearer-token-env-var": "value" },
};

/** @see https://geminicli.com/docs/tools/mcp-server/ */
const gemini: OptionsForm = {
  program: "gemini mcp add",
  options: {
    ...common,
    "--env": "value",
    "--header": "value",
    "--timeout": "value",
    "--trust": "flag",
    "--description": "value",
    "--include-tools": "value",
    "--exclude-tools": "value",
  },
  aliases: shortNames,
};

/** @returns undefined if the words are no such command */
export function readAddCommand(words: readonly string[]): Paste | undefined {
  const [program = "", mcp, action] = words;
  const isEditor = /^(code|code-insiders|codium|cursor|windsurf)$/.test(program);
  if (isEditor && words.some((word) => /^--add-mcp(=|$)/.test(word))) return fromEditor(words);
  if (mcp !== "mcp") return undefined;
  const rest = words.slice(3);
  if (action === "add-json" && program === "claude") return fromJson(rest);
  if (action === "add") {
    if (program === "claude") return fromAdd(rest, claude);
    if (program === "gemini") return fromAdd(rest, gemini);
    if (program === "codex") return fromCodex(rest);
  }
  // a command of a client, and no server
  const isClient = action === "add" || /^(claude|gemini|codex|amp|droid|qwen)$/.test(program);
  return isClient
    ? refused({ code: "adds-no-server", program: `${program} mcp ${action ?? ""}`.trim() })
    : undefined;
}

/** `<name> <url or command> [arguments]`, with options anywhere before the command. */
function fromAdd(words: readonly string[], form: OptionsForm): Paste {
  const read = readOptions(words, { ...form, endsAfter: 2 });
  if (isProblem(read)) return refused(read);
  const [name, first] = read.rest;
  const [command, ...args] = [...(first === undefined ? [] : [first]), ...(read.after ?? [])];
  if (!name || !command) return refused({ code: "adds-no-server", program: form.program });
  const transport = read.values.get("--transport")?.[0];
  const isUrl = /^https?:\/\//i.test(command);
  if (transport === "http" || transport === "sse" || (transport === undefined && isUrl)) {
    if (!isUrl) return refused({ code: "no-url", program: form.program });
    // options may follow the URL
    const more = readOptions(args, form);
    if (isProblem(more)) return refused(more);
    const headers = ["--header"].flatMap((option) => [
      ...(read.values.get(option) ?? []),
      ...(more.values.get(option) ?? []),
    ]);
    return serversOf("command", [{ name, url: command, headers: headersOf(headers) }]);
  }
  const env = variablesOf(read.values.get("--env"));
  return serversOf("command", [{ name, command, args, env }]);
}

function fromCodex(words: readonly string[]): Paste {
  const read = readOptions(words, codex);
  if (isProblem(read)) return refused(read);
  const [name] = read.rest;
  const url = read.values.get("--url")?.[0];
  const token = read.values.get("--bearer-token-env-var")?.[0];
  const [command, ...args] = read.after ?? read.rest.slice(1);
  if (!name) return refused({ code: "adds-no-server", program: codex.program });
  if (url !== undefined) {
    const headers: Record<string, string> =
      token === undefined ? {} : { Authorization: `Bearer \${${token}}` };
    return serversOf("command", [{ name, url, headers }]);
  }
  if (!command) return refused({ code: "adds-no-server", program: codex.program });
  const env = variablesOf(read.values.get("--env"));
  return serversOf("command", [{ name, command, args, env }]);
}

/** `claude mcp add-json <name> '<json>'` */
function fromJson(words: readonly string[]): Paste {
  const program = "claude mcp add-json";
  const read = readOptions(words, { ...claude, program });
  if (isProblem(read)) return refused(read);
  const [name, json] = read.rest;
  if (!name || json === undefined) return refused({ code: "adds-no-server", program });
  return readPastedConfig("command", `{"mcpServers":{${JSON.stringify(name)}:${json}}}`);
}

/** `code --add-mcp '{"name":"…","command":"…"}'` */
function fromEditor(words: readonly string[]): Paste {
  const at = words.findIndex((word) => /^--add-mcp(=|$)/.test(word));
  const option = words[at] ?? "";
  const json = option.includes("=") ? option.slice(option.indexOf("=") + 1) : words[at + 1];
  if (json === undefined) {
    return refused({ code: "missing-value", program: words[0] ?? "", option: "--add-mcp" });
  }
  return readPastedConfig("command", `{"servers":{"server":${json}}}`);
}
