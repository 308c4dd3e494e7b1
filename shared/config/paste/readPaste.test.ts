import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureCpu } from "../../../e2e/bench/testFigures.ts";
import type { ConfiguredServer } from "../configured.ts";
import { type Answers, fillServer } from "../fillServer.ts";
import { parseTarget } from "../target.ts";
import { mayBePaste } from "./mayBePaste.ts";
import { readPaste } from "./readPaste.ts";

const servers = (text: string): readonly ConfiguredServer[] => {
  const paste = readPaste(text);
  if (paste.kind !== "servers") throw new Error(JSON.stringify(paste));
  expect(mayBePaste(text)).toBe(true);
  return paste.servers;
};
const filled = (text: string, answers: Answers = {}) => {
  const [server, ...more] = servers(text);
  if (!server || more.length > 0) throw new Error("not one server");
  const { target, headers } = fillServer(server, answers) ?? { target: undefined, headers: [] };
  return headers.length > 0 ? { target, headers } : target;
};
const asked = (text: string) => servers(text)[0]?.inputs.map(({ label }) => label);
const stdio = (command: string, args: readonly string[], env?: object) => ({
  kind: "stdio",
  command,
  args,
  ...(env ? { env } : {}),
});
const problem = (text: string) => {
  const paste = readPaste(text);
  expect(mayBePaste(text)).toBe(true);
  return paste.kind === "refused" ? paste.problem : paste;
};

describe("addresses and commands", () => {
  test.each([
    "https://example.com/mcp",
    "https://example.com/mcp?a=1&b=2",
    "localhost:3000/mcp",
    "example.com/mcp",
    "app.example.com/mcp",
    "npx -y some-package stdio",
    'node -e "a && b | c"',
    "KEY=value node server.js",
    "'https://odd program' --flag",
    "node",
    "C:\\tools\\mcp.exe --stdio",
    "",
  ])("%s stays as it is", (text) => {
    expect(readPaste(text)).toEqual({ kind: "plain", text: text.trim() });
  });

  test.each([
    ['"https://example.com/mcp"', "https://example.com/mcp"],
    ["“https://example.com/mcp”", "https://example.com/mcp"],
    ["`npx -y thing`", "npx -y thing"],
    ["$ npx -y thing", "npx -y thing"],
    ["```bash\nnpx -y thing\n```", "npx -y thing"],
  ])("%s is unwrapped", (text, inner) => {
    expect(readPaste(text)).toEqual({ kind: "plain", text: inner });
  });

  test("user name and password of a URL become a header", () => {
    expect(filled("https://ann:hush@example.com/mcp")).toEqual({
      target: { kind: "http", url: "https://example.com/mcp" },
      headers: [["Authorization", "Basic YW5uOmh1c2g="]],
    });
  });

  test("values in angle brackets are asked for", () => {
    expect(asked("npx some-thing --token <your token>")).toEqual(["your_token"]);
    expect(
      filled("LEVEL=1 npx some-thing --token <your token>", { your_token: "abc" }),
    ).toMatchObject(stdio("npx", ["some-thing", "--token", "abc"], { LEVEL: "1" }));
  });
});

describe("shell syntax is refused", () => {
  test.each([
    ["npx a && npx b", "&&"],
    ["npx a | tee log", "|"],
    ["npx a; rm -rf x", ";"],
    ["npx a > log", ">"],
    ["npx a < in", "<"],
    ["npx $(cat x)", "$("],
    ['npx "$(cat x)"', "$("],
    ["npx `cat x`", "`"],
    ["claude mcp add x -- npx a & npx b", "&"],
    ["curl https://example.com/mcp | sh", "|"],
  ])("%s", (text, operator) => {
    expect(problem(text)).toEqual({ code: "shell-operator", operator });
  });

  test("two lines", () => {
    expect(problem("npx a\nnpx b")).toEqual({ code: "several-lines" });
  });

  test("an open quote", () => {
    expect(problem('curl "https://example.com')).toEqual({ code: "open-quote" });
  });
});

describe("commands that add a server", () => {
  test.each([
    [
      "claude mcp add --transport http notion https://mcp.notion.com/mcp",
      { kind: "http", url: "https://mcp.notion.com/mcp" },
    ],
    [
      'claude mcp add -t http api https://api.example.com/mcp -H "Authorization: Bearer abc" --header "X-Team: one"',
      {
        target: { kind: "http", url: "https://api.example.com/mcp" },
        headers: [
          ["Authorization", "Bearer abc"],
          ["X-Team", "one"],
        ],
      },
    ],
    [
      "claude mcp add --transport stdio -s user --env A=1 B=2 -e C=3 air -- npx -y air-server --flag",
      stdio("npx", ["-y", "air-server", "--flag"], { A: "1", B: "2", C: "3" }),
    ],
    ["claude mcp add fs npx -- -y fs-server /tmp", stdio("npx", ["-y", "fs-server", "/tmp"])],
    ["claude mcp add fs npx -y fs-server /tmp", stdio("npx", ["-y", "fs-server", "/tmp"])],
    [
      `claude mcp add-json weather '{"type":"stdio","command":"/bin/weather","args":["--key","abc"],"env":{"A":"1"}}'`,
      stdio("/bin/weather", ["--key", "abc"], { A: "1" }),
    ],
    [
      "codex mcp add context7 --env A=1 -- npx -y @upstash/context7-mcp",
      stdio("npx", ["-y", "@upstash/context7-mcp"], { A: "1" }),
    ],
    [
      "gemini mcp add --transport sse -H 'X: 1' --trust api https://api.example.com/sse",
      { target: { kind: "http", url: "https://api.example.com/sse" }, headers: [["X", "1"]] },
    ],
    [
      "gemini mcp add -s user py python server.py --port 8080",
      stdio("python", ["server.py", "--port", "8080"]),
    ],
    [
      `code --add-mcp '{"name":"play","command":"npx","args":["@playwright/mcp@latest"]}'`,
      stdio("npx", ["@playwright/mcp@latest"]),
    ],
    [
      "claude mcp add --transport http \\\n  notion \\\n  https://mcp.notion.com/mcp",
      { kind: "http", url: "https://mcp.notion.com/mcp" },
    ],
  ])("%s", (text, expected) => {
    expect(filled(text)).toEqual(expected);
  });

  test("variables without a value are asked for", () => {
    const text = "codex mcp add x --url https://x.example/mcp --bearer-token-env-var X_TOKEN";
    expect(asked(text)).toEqual(["X_TOKEN"]);
    expect(filled(text, { X_TOKEN: "abc" })).toMatchObject({
      headers: [["Authorization", "Bearer abc"]],
    });
    expect(asked("claude mcp add -e KEY=YOUR_API_KEY x -- npx x")).toEqual(["KEY"]);
    expect(
      asked('claude mcp add -t http x https://x.example -H "Authorization: Bearer $TOKEN"'),
    ).toEqual(["TOKEN"]);
  });

  test.each([
    ["claude mcp add", { code: "adds-no-server", program: "claude mcp add" }],
    ["claude mcp list", { code: "adds-no-server", program: "claude mcp list" }],
    ["other mcp add x npx y", undefined],
    [
      "claude mcp add --unknown x y",
      { code: "unknown-option", program: "claude mcp add", option: "--unknown" },
    ],
    [
      "gemini mcp add x https://a.example -H",
      { code: "missing-value", program: "gemini mcp add", option: "-H" },
    ],
    ["claude mcp add -t http x npx", { code: "no-url", program: "claude mcp add" }],
  ])("%s is refused", (text, expected) => {
    const paste = readPaste(text);
    if (!expected) expect(paste).toMatchObject({ kind: "refused" });
    else expect(problem(text)).toEqual(expected);
  });
});

describe("curl", () => {
  test("URL and headers are used, except headers that the transport writes", () => {
    const text = `curl -sSN -X POST 'https://api.example.com/mcp?a=1&b=2' \\
      -H 'Authorization: Bearer abc' -H 'Content-Type: application/json' -H'X-Team: one' \\
      --data-raw '{"jsonrpc":"2.0"}'`;
    expect(filled(text)).toEqual({
      target: { kind: "http", url: "https://api.example.com/mcp?a=1&b=2" },
      headers: [
        ["Authorization", "Bearer abc"],
        ["X-Team", "one"],
      ],
    });
  });

  test("a user becomes a header", () => {
    expect(filled("curl -u ann:hush https://example.com/mcp")).toMatchObject({
      headers: [["Authorization", "Basic YW5uOmh1c2g="]],
    });
  });

  test.each([
    ["curl", { code: "no-url", program: "curl" }],
    ["curl -s", { code: "no-url", program: "curl" }],
    ["curl ftp://example.com", { code: "no-url", program: "curl" }],
    [
      "curl --proto x https://example.com",
      { code: "unknown-option", program: "curl", option: "--proto" },
    ],
  ])("%s", (text, expected) => {
    const paste = readPaste(text);
    expect(paste.kind === "refused" ? paste.problem : paste).toEqual(expected);
  });
});

describe("docker", () => {
  test("variables that are passed on are asked for", () => {
    const text =
      "docker run -i --rm -v /a:/b -e GITHUB_TOKEN -e LEVEL=1 ghcr.io/github/server -e X";
    expect(asked(text)).toEqual(["GITHUB_TOKEN"]);
    expect(filled(text, { GITHUB_TOKEN: "abc" })).toMatchObject({
      command: "docker",
      env: { GITHUB_TOKEN: "abc" },
    });
  });

  test("without such variables it is a command", () => {
    const text = "docker run -i --rm mcp/fetch";
    expect(readPaste(text)).toEqual({ kind: "plain", text });
  });
});

describe("configurations", () => {
  const command = stdio("npx", ["-y", "fetch"], { A: "1" });
  const entry = '{"command":"npx","args":["-y","fetch"],"env":{"A":"1"}}';
  test.each([
    ["Claude and Cursor", `{"mcpServers":{"fetch":${entry}}}`],
    ["VS Code", `{"servers":{"fetch":${entry}}}`],
    ["VS Code settings", `{"mcp":{"servers":{"fetch":${entry}}}}`],
    ["Zed", `{"context_servers":{"fetch":{"source":"custom",${entry.slice(1)}}}`],
    [
      "Zed, older",
      `{"context_servers":{"fetch":{"command":{"path":"npx","args":["-y","fetch"],"env":{"A":"1"}}}}}`,
    ],
    ["a part of a file", `"mcpServers": {"fetch":${entry}},`],
    ["an entry with its name", `"fetch": ${entry}`],
    ["a map of entries", `{"fetch":${entry}}`],
    ["one entry", entry],
    ["comments", `// mine\n{"mcpServers":{"fetch":${entry},},}`],
    ["a code fence", `\`\`\`json\n{"mcpServers":{"fetch":${entry}}}\n\`\`\``],
    [
      "Codex",
      `# mine\n[mcp_servers.fetch]\ncommand = "npx"\nargs = ["-y", 'fetch'] # two\n\n[mcp_servers.fetch.env]\nA = "1"\n`,
    ],
    [
      "Codex, inline",
      `[mcp_servers."fetch"]\ncommand="npx"\nargs=[\n "-y",\n "fetch",\n]\nenv={ A = "1" }`,
    ],
  ])("%s", (_name, text) => {
    expect(filled(text)).toEqual(command);
  });

  test("the inputs of VS Code, unset variables and gaps are asked for", () => {
    const text = `{"inputs":[{"id":"key","type":"promptString","description":"API key","password":true}],
      "servers":{"a":{"type":"http","url":"https://a.example/mcp","headers":{"X-Key":"\${input:key}"}}}}`;
    expect(asked(text)).toEqual(["API key"]);
    expect(
      asked(
        '{"mcpServers":{"a":{"command":"a","env":{"KEY":"<your key>","B":"$' + '{B_VALUE}"}}}}',
      ),
    ).toEqual(["your_key", "B_VALUE"]);
    expect(
      asked('[mcp_servers.a]\nurl = "https://a.example/mcp"\nbearer_token_env_var = "A_TOKEN"\n'),
    ).toEqual(["A_TOKEN"]);
  });

  test("several servers are a choice", () => {
    const text = '{"mcpServers":{"a":{"command":"a"},"b":{"url":"https://b.example/mcp"}}}';
    expect(servers(text).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  test("a server.json gives its packages and remotes", () => {
    const text = JSON.stringify({
      name: "io.github.ann/weather",
      packages: [{ registryType: "npm", identifier: "@ann/weather", version: "1.0.0" }],
      remotes: [{ type: "streamable-http", url: "https://weather.example/mcp" }],
    });
    expect(servers(text)).toHaveLength(2);
  });

  test.each([
    ['{"a":1}', { code: "configuration", problems: [{ code: "no-servers" }] }],
    ['{"mcpServers":', { code: "configuration", problems: [{ code: "not-json", line: 1 }] }],
    [
      '{"mcpServers":{"a":{}}}',
      { code: "configuration", problems: [{ code: "no-command-or-url" }] },
    ],
    ["[mcp_servers.a]\ncommand = npx\n", { code: "not-toml", line: 2 }],
  ])("%s is refused", (text, expected) => {
    expect(problem(text)).toMatchObject(expected);
  });
});

test("a whole configuration of Codex gives its servers", () => {
  const text = `model = "gpt-5"
approval_policy = "on-request"
notice_seen = 2026-02-03T04:05:06Z
big = 9223372036854775807
mask = 0xff

[[skills.config]]
path = "/srv/skill"
enabled = true

[[skills.config]]
path = '/srv/other'

[mcp_servers.docs]
command = "npx"
args = [
  "-y", # a comment
  "docs",
]
startup_timeout_sec = 9223372036854775807
added = 2026-02-03

[mcp_servers."remote one"]
url = "https://docs.example/mcp"
http_headers = { "X-Team" = """a""" }

[projects."/srv/x"]
trust_level = "trusted"
`;
  expect(servers(text).map(({ name }) => name)).toEqual(["docs", "remote one"]);
});

test("a key named like the prototype is only a key", () => {
  readPaste('[mcp_servers.__proto__]\ncommand = "x"\n[__proto__.polluted]\na = 1\n');
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  expect({}).not.toHaveProperty("command");
});

describe("links and names", () => {
  const config = { command: "npx", args: ["-y", "fetch"] };
  const json = JSON.stringify({ name: "fetch", ...config });
  const base64 = btoa(JSON.stringify(config));
  test.each([
    `vscode:mcp/install?${encodeURIComponent(json)}`,
    `vscode-insiders:mcp/install?${encodeURIComponent(json)}`,
    `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(json)}`)}`,
    `https://vscode.dev/redirect/mcp/install?name=fetch&config=${encodeURIComponent(JSON.stringify(config))}`,
    `cursor://anysphere.cursor-deeplink/mcp/install?name=fetch&config=${base64}`,
    `https://cursor.com/install-mcp?name=fetch&config=${encodeURIComponent(base64)}`,
    `lmstudio://add_mcp?name=fetch&config=${base64}`,
  ])("%s", (text) => {
    expect(filled(text)).toEqual(stdio("npx", ["-y", "fetch"]));
  });

  test("a link without a server is refused", () => {
    expect(problem("vscode:mcp/install?%7B")).toEqual({ code: "link-without-server" });
    expect(problem("cursor://anysphere.cursor-deeplink/mcp/install?name=x")).toEqual({
      code: "link-without-server",
    });
  });

  test("a package offers what would run it", () => {
    const names = (text: string) => servers(text).map(({ name }) => name);
    expect(names("@modelcontextprotocol/server-memory")).toEqual([
      "npx -y @modelcontextprotocol/server-memory",
    ]);
    expect(names("mcp-server-fetch")).toEqual([
      "mcp-server-fetch",
      "npx -y mcp-server-fetch",
      "uvx mcp-server-fetch",
    ]);
    expect(names("mcp-server-fetch==1.0")).toEqual(["uvx mcp-server-fetch==1.0"]);
  });

  test("the name of a registry entry says what to do next", () => {
    expect(problem("io.github.ann/weather")).toEqual({
      code: "registry-name",
      name: "io.github.ann/weather",
    });
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ...(
      'claude|mcp|add|add-json|codex|gemini|code|--add-mcp|curl|docker|run|-e|-H|-t|http|--|npx|-y|@a/b|x|KEY=v|KEY|https://a.example/mcp|{"command":"a"}|mcpServers|[mcp_servers.a]|=|"a"|\'|"|\\|$X|$' +
      "{X}|<x>|io.github.a/b|vscode:mcp/install?|\n|&&|;|>|`|$("
    ).split("|"),
    "|",
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(pieces, { maxLength: 12 }).map((words) => words.join(" ")),
    fc.array(pieces, { maxLength: 12 }).map((words) => words.join("")),
    fc.json(),
  );

  test("nothing throws, and a server has a program or a URL", () => {
    fc.assert(
      fc.property(anything, (text) => {
        mayBePaste(text);
        const paste = readPaste(text);
        if (paste.kind !== "servers") return;
        expect(paste.servers.length).toBeGreaterThan(0);
        for (const server of paste.servers) {
          const ids = server.inputs.map(({ id }) => id);
          for (const id of ids) expect(id).toMatch(/^[\w.-]{1,64}$/);
          const answers = Object.fromEntries(ids.map((id) => [id, "v"]));
          const target = fillServer(server, answers)?.target;
          expect(target?.kind === "http" ? target.url : target?.command).not.toBe("");
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("no command that was read from a line has an operator of a shell in it", () => {
    const plain = pieces.filter((piece) => !/["'\\{[]/.test(piece));
    const lines = fc.array(plain, { maxLength: 12 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(lines, (text) => {
        const paste = readPaste(text);
        const parsed = paste.kind === "plain" ? parseTarget(paste.text) : undefined;
        const targets =
          paste.kind === "servers"
            ? paste.servers.flatMap((server) => fillServer(server, {})?.target ?? [])
            : parsed?.kind === "target"
              ? [parsed.target]
              : [];
        for (const target of targets) {
          if (target.kind === "http") continue;
          expect([target.command, ...target.args].join(" ")).not.toMatch(/[|&;>`]|\$\(/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["<", "{", "[", '"a":', "'", "\\", "-e ", "a.", "[a.", "$(", "<a", "#\n", "@a/"])(
    "a long text of %s is read",
    (piece) => {
      const starts = ["", "curl ", "claude mcp add ", "[mcp_servers.a]\n", "{"];
      const texts = starts.map((start) => start + piece.repeat(90_000 / piece.length));
      measureCpu(`5 pasted texts of 90 kB of ${piece}`, 2000, () => {
        for (const text of texts) {
          expect(["plain", "servers", "refused"]).toContain(readPaste(text).kind);
          mayBePaste(text);
        }
      });
    },
  );
});

test("a configuration of any depth is read without failing", () => {
  for (const depth of [1000, 3000, 4500, 5200, 14_000, 40_000]) {
    const inner = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    for (const text of [
      `{"mcpServers":{"a":{"command":"x","y":${inner}}}}`,
      `{"a":{"command":"x","y":${inner}}}`,
    ]) {
      expect(["servers", "refused"]).toContain(readPaste(text).kind);
    }
  }
});

test("inputs with a common prefix get unique names", () => {
  const long = "V".repeat(61);
  const paste = readPaste(`docker run -e ${long}1 -e ${long}2 -e ${long}3 image`);
  const [server] = paste.kind === "servers" ? paste.servers : [];
  const ids = server?.inputs.map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
});

test.each([
  ["keys", `[mcp_servers.a]\n${"a.".repeat(40_000)}b = 1\n`],
  ["tables", `[mcp_servers.a]\ncommand = "a"\n${"[x.y]\nb.c.d = 1\n".repeat(3000)}`],
  ["inline tables", `[mcp_servers.a]\nb = ${"{a.b.c=".repeat(10_000)}`],
])("TOML with very many levels of %s is read without failing", (_, text) => {
  expect(["servers", "refused"]).toContain(readPaste(text).kind);
});
