/** Writes servers as the configuration of MCP clients; secrets are references or placeholders. */

/** A client whose configuration is written. */
export type ConfigClient = "claude" | "cursor" | "vscode" | "zed" | "codex";

/** A server without secrets: its texts contain `${input:name}` instead of each secret. */
export interface ExportedServer {
  readonly name: string;
  readonly target:
    | {
        readonly kind: "http";
        readonly url: string;
        readonly headers: readonly (readonly [name: string, value: string])[];
      }
    | {
        readonly kind: "stdio";
        readonly command: string;
        readonly args: readonly string[];
        readonly cwd?: string;
        readonly environmentNames: readonly string[];
      };
}

/** Where a client reads its configuration. */
export const configFiles: Readonly<Record<ConfigClient, string>> = {
  claude: ".mcp.json",
  cursor: ".cursor/mcp.json",
  vscode: ".vscode/mcp.json",
  zed: "settings.json",
  codex: "~/.codex/config.toml",
};

/**
 * Writes a configuration with every server under a unique name.
 * @see https://code.claude.com/docs/en/mcp
 * @see https://cursor.com/docs/context/mcp
 * @see https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
 * @see https://zed.dev/docs/ai/mcp
 * @see https://developers.openai.com/codex/mcp
 */
export function formatClientConfig(
  client: ConfigClient,
  servers: readonly ExportedServer[],
): string {
  const named = withUniqueNames(servers);
  if (client === "codex") return named.map(codexTable).join("\n");
  const write = jsonStyles[client];
  return `${JSON.stringify(write(named), undefined, 2)}\n`;
}

type Named = readonly [name: string, target: ExportedServer["target"]];

/** Names that every client accepts as a key. */
function withUniqueNames(servers: readonly ExportedServer[]): readonly Named[] {
  const taken = new Set<string>();
  return servers.map(({ name, target }) => {
    const wanted =
      name
        .replace(/[^\w-]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 60) || "server";
    let free = wanted;
    for (let count = 2; taken.has(free); count++) free = `${wanted}-${count}`;
    taken.add(free);
    return [free, target];
  });
}

/** A placeholder, plain or percent-encoded in a URL. */
const placeholder = /\$(?:\{|%7B)input:([\w.-]{1,64})(?:\}|%7D)/gi;

/** Replaces placeholders by the client's own syntax. */
function refer(text: string, reference: (name: string) => string): string {
  return text.replace(placeholder, (_, name: string) => reference(name));
}

/** The environment variable for a placeholder. */
const variableOf = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_");

/** A text that the user replaces, for clients that read no variables. */
const toReplace = (name: string) => `<${name}>`;

/**
 * The members of a server in JSON.
 * @param value how the client refers to a variable or an input
 * @param named the variable or input for a placeholder
 */
function members(
  target: ExportedServer["target"],
  value: (name: string) => string,
  named: (placeholder: string) => string = (name) => name,
): object {
  const reference = (name: string) => value(named(name));
  if (target.kind === "http") {
    const headers = target.headers.map(([name, value]) => [name, refer(value, reference)]);
    return {
      url: refer(target.url, reference),
      ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    };
  }
  const { command, args, cwd, environmentNames } = target;
  const env = environmentNames.map((name) => [name, value(name)]);
  return {
    command: refer(command, reference),
    args: args.map((arg) => refer(arg, reference)),
    ...(cwd === undefined ? {} : { cwd: refer(cwd, reference) }),
    ...(env.length > 0 ? { env: Object.fromEntries(env) } : {}),
  };
}

const typeOf = ({ kind }: ExportedServer["target"]) => (kind === "http" ? "http" : "stdio");

const jsonStyles: Readonly<
  Record<Exclude<ConfigClient, "codex">, (servers: readonly Named[]) => object>
> = {
  claude: (servers) => ({
    mcpServers: mapServers(servers, (target) => ({
      type: typeOf(target),
      ...members(target, (name) => `\${${name}}`, variableOf),
    })),
  }),
  cursor: (servers) => ({
    mcpServers: mapServers(servers, (target) =>
      members(target, (name) => `\${env:${name}}`, variableOf),
    ),
  }),
  vscode(servers) {
    const ids = new Set<string>();
    const written = mapServers(servers, (target) => ({
      type: typeOf(target),
      ...members(target, (name) => {
        ids.add(name);
        return `\${input:${name}}`;
      }),
    }));
    const inputs = [...ids].map((id) => ({
      type: "promptString",
      id,
      description: id,
      password: true,
    }));
    return { ...(inputs.length > 0 ? { inputs } : {}), servers: written };
  },
  zed: (servers) => ({
    context_servers: mapServers(servers, (target) => members(target, toReplace)),
  }),
};

function mapServers(
  servers: readonly Named[],
  write: (target: ExportedServer["target"]) => object,
): object {
  return Object.fromEntries(servers.map(([name, target]) => [name, write(target)]));
}

/** Codex takes variables and headers from its environment by name. */
function codexTable([name, target]: Named): string {
  const lines = [`[mcp_servers.${name}]`];
  if (target.kind === "stdio") {
    lines.push(`command = ${tomlText(refer(target.command, toReplace))}`);
    lines.push(`args = ${tomlTexts(target.args.map((arg) => refer(arg, toReplace)))}`);
    if (target.cwd !== undefined) lines.push(`cwd = ${tomlText(refer(target.cwd, toReplace))}`);
    if (target.environmentNames.length > 0) {
      lines.push(`env_vars = ${tomlTexts(target.environmentNames)}`);
    }
    return `${lines.join("\n")}\n`;
  }
  lines.push(`url = ${tomlText(refer(target.url, toReplace))}`);
  const others: string[] = [];
  for (const [header, value] of target.headers) {
    const bearer = /^Bearer \$\{input:([\w.-]+)\}$/i.exec(value)?.[1];
    if (bearer !== undefined && header.toLowerCase() === "authorization") {
      lines.push(`bearer_token_env_var = ${tomlText(variableOf(bearer))}`);
    } else {
      const variable = /^\$\{input:([\w.-]+)\}$/.exec(value)?.[1] ?? header;
      others.push(`${tomlText(header)} = ${tomlText(variableOf(variable))}`);
    }
  }
  if (others.length > 0) lines.push(`env_http_headers = { ${others.join(", ")} }`);
  return `${lines.join("\n")}\n`;
}

const tomlTexts = (texts: readonly string[]) => `[${texts.map(tomlText).join(", ")}]`;

/** A basic string of TOML: JSON's escapes are among its own, but it forbids DEL. */
const tomlText = (text: string) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
