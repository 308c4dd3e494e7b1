import { expect, onTestFinished, test } from "vitest";
import type { Flags } from "../flags.ts";
import { flagOf, limitDescriptions } from "../limitFlags.ts";
import type { CheckArguments } from "./checkArguments.ts";
import { linksHelp } from "./help.ts";
import { type Arguments, readArguments } from "./readArguments.ts";

const flags: Flags = { open: true, logFormat: "text", logLevel: "info" };
const start = (given: Partial<Flags> = {}): Arguments => ({
  kind: "start",
  server: undefined,
  flags: { ...flags, ...given },
});
const check: CheckArguments = {
  kind: "check",
  digests: false,
  clients: [],
  maxTokens: undefined,
  card: false,
  target: { kind: "http", url: "http://a/mcp" },
  revision: "auto",
  headers: [],
  report: { output: "text", files: [], failOn: [], baseline: undefined, updateBaseline: false },
  timeoutMs: 60_000,
  authorize: false,
  record: undefined,
  withheld: undefined,
  as: undefined,
  extensions: undefined,
  trace: undefined,
};

test.each<[string[], Arguments]>([
  [[], start()],
  [["--no-open"], start({ open: false })],
  [["--port", "0"], start({ port: 0 })],
  [
    ["--port=7000", "http://a/mcp"],
    { kind: "start", server: check.target as never, flags: { ...flags, port: 7000 } },
  ],
  [
    ["--", "npx", "-y", "--help"],
    { kind: "start", server: { kind: "stdio", command: "npx", args: ["-y", "--help"] }, flags },
  ],
  [
    ["--no-open", "--", "a", "--", "check"],
    {
      kind: "start",
      server: { kind: "stdio", command: "a", args: ["--", "check"] },
      flags: { ...flags, open: false },
    },
  ],
  [["--config", "a.json", "--config=b.json"], start({ config: ["a.json", "b.json"] })],
  [
    ["--allow-origin", "https://a", "--allow-origin", "https://b"],
    start({ allowOrigin: ["https://a", "https://b"] }),
  ],
  [["--stdio"], start({ stdio: true })],
  [["--no-stdio"], start({ stdio: false })],
  [["--forward", "public"], start({ forward: "public" })],
  [["--metrics", "[::1]:9464"], start({ metrics: { host: "::1", port: 9464 } })],
  [["--keep-ms", "5", "--processes-per-session=2"], start({ keepMs: 5, processesPerSession: 2 })],
  [
    ["--host=0.0.0.0", "--public-url=https://a/", "--store=redis://b", "--trust-proxy=loopback"],
    start({
      host: "0.0.0.0",
      publicUrl: "https://a/",
      store: "redis://b",
      trustProxy: "loopback",
    }),
  ],
  [["--log-format=json", "--log-level=warn"], start({ logFormat: "json", logLevel: "warn" })],
  [["open", "http://a/#s=2.x"], { kind: "open", link: "http://a/#s=2.x", flags }],
  [
    ["open", "--port", "1", "1.x", "--no-open"],
    { kind: "open", link: "1.x", flags: { ...flags, port: 1, open: false } },
  ],
  [["check", "http://a/mcp"], check],
  [
    ["tap", "--http", "1", "--watch", "src", "http://127.0.0.1:2/mcp", "--", "A=b", "node", "s.js"],
    {
      kind: "tap",
      target: { kind: "http", url: "http://127.0.0.1:2/mcp" },
      port: 1,
      name: undefined,
      otlp: undefined,
      hasCookies: false,
      command: { kind: "stdio", command: "node", args: ["s.js"], env: { A: "b" } },
      watch: { paths: ["src"], build: undefined },
    },
  ],
  [
    ["check", "--json", "--revision", "2025-11-25", "--header", "A: b:c", "--", "x", "-y"],
    {
      ...check,
      target: { kind: "stdio", command: "x", args: ["-y"] },
      report: { ...check.report, output: "json" },
      revision: "2025-11-25",
      headers: [["A", "b:c"]],
    },
  ],
  [
    ["check", "a.json"],
    { ...check, target: { kind: "file", path: "a.json", startServer: false, client: false } },
  ],
  [["check", "http://a/mcp", "--capabilities", "all"], { ...check, withheld: [] }],
  [
    ["check", "http://a/mcp", "--capabilities", "roots,sampling"],
    {
      ...check,
      withheld: [
        "sampling.tools",
        "sampling.context",
        "elicitation.form",
        "elicitation.url",
        "tasks",
        "apps",
      ],
    },
  ],
  [
    ["check", "--start-server", "a.json"],
    { ...check, target: { kind: "file", path: "a.json", startServer: true, client: false } },
  ],
  [
    ["--env", "A=1", "--env=B=x=y", "--", "C=", "_d=2", "cmd", "E=3"],
    {
      kind: "start",
      server: {
        kind: "stdio",
        command: "cmd",
        args: ["E=3"],
        env: { A: "1", B: "x=y", C: "", _d: "2" },
      },
      flags: { ...flags, env: ["A=1", "B=x=y"] },
    },
  ],
  [
    ["check", "--env", "A=1", "--json", "--", "A=2", "A=3", "cmd"],
    {
      ...check,
      target: { kind: "stdio", command: "cmd", args: [], env: { A: "3" } },
      report: { ...check.report, output: "json" },
    },
  ],
  [
    ["check", "--env", "__proto__=1", "--", "cmd"],
    {
      ...check,
      target: { kind: "stdio", command: "cmd", args: [], env: { ["__proto__"]: "1" } },
    },
  ],
])("%j", (argv, expected) => {
  expect(readArguments(argv)).toEqual(expected);
});

test.each<[string[], string]>([
  [["tap", "--public", "http://a/", "http://b/mcp"], "--public needs the https address of a relay"],
  [["tap", "--public", "https://a/x", "http://b/mcp"], "without a path"],
  [["tap", "--public", "https://a/", "--http", "1", "http://b/mcp"], "--public has no --http"],
  [["tap", "--public", "https://a/", "--cookies", "http://b/mcp"], "no --cookies"],
  [["tap", "--public", "https://a/", "--watch", "--", "x"], "needs the URL of the server"],
  [["tap", "--yes", "--", "x"], "agrees to what --public asks"],
  [["mcp", "--http", "--record", "session.json"], "open_in_page records each"],
  [["mcp", "--http", "70000"], "needs a number"],
  [["tap", "--rewrite", "all", "--http", "1", "http://b/mcp"], "--rewrite is about"],
  [["tap", "--authorization-server", "http://c", "--http", "1", "http://b/mcp"], "needs --public"],
  [
    [
      ...["tap", "--public", "https://a/", "--rewrite", "resource"],
      ...["--authorization-server", "http://c", "http://b/mcp"],
    ],
    "needs --rewrite all",
  ],
  [
    ["tap", "--public", "https://a/", "--authorization-server", "http://b:80/x", "http://b/mcp"],
    "for another server",
  ],
  [
    ["tap", "--public", "https://a/", "--authorization-server", "http://u:p@c", "http://b/mcp"],
    "without user and password",
  ],
  [["--hepl"], "Unknown option '--hepl'. Did you mean --help?"],
  [["--noopen"], "Did you mean --no-open?"],
  [["--prot", "1"], "Did you mean --port?"],
  [["--keep-mss", "1"], "Did you mean --keep-ms?"],
  [["check", "--jsno", "http://a"], "Did you mean --json?"],
  [["-x"], "Unknown option '-x'. See mcp-playground --help."],
  [["--frobnicate"], "Unknown option '--frobnicate'. See mcp-playground --help."],
  [["--port"], "'--port <number>' argument missing"],
  [["--port", "65536"], "It needs a number from 0 to 65535."],
  [["--port", "1e3"], "It needs a number from 0 to 65535."],
  [["--keep-ms", "-1"], "It needs a whole number from 0 to 2147483647."],
  [["--keep-ms", "1.5"], "It needs a whole number"],
  [["--keep-ms", "3000000000"], "from 0 to 2147483647"],
  [["--ping-ms", "0"], "from 1 to 2147483647"],
  [["--connections", "0"], "from 1 to"],
  [["--forward", "away"], "Allowed choices are private, public, off."],
  [["--metrics", "9464"], "It needs an address and a port"],
  [["--no-open=yes"], "Unknown option '--no-open=yes'"],
  [["npx"], '"npx" is not an http(s) URL. A command goes after --: mcp-playground -- npx'],
  [["ftp://a"], "is not an http(s) URL"],
  [["http://"], "is not an http(s) URL"],
  [["http://a", "http://b"], "Expected 1 argument but got 2"],
  [["chekc"], 'There is no command "chekc". Did you mean check?'],
  [["reply", "a.json", "http://a"], 'There is no command "reply". Did you mean replay?'],
  [["npx", "foo"], "The command of a server goes after --: mcp-playground -- npx"],
  [["check", "--start-server", "http://a"], "--start-server is for the file of a recording."],
  [
    ["check", "a.json", "--max-tokens", "5"],
    "--max-tokens needs a server, and a file is no server.",
  ],
  [["check", "a.json", "--card"], "--card needs a server"],
  [["check", "a.json", "--digests"], "--digests needs a server"],
  [["check", "a.json", "--for", "cursor"], "--for needs a server"],
  [["check", "a.json", "--env", "A=1"], "--env is only for a server that you name yourself"],
  [["check", "a.json", "--header", "A: 1"], "--header is only for a server that you name"],
  [
    ["check", "http://a", "--capabilities", "sampling,x"],
    "Unknown capability x. Known are all, none",
  ],
  [["run", "a.json", "--revision", "1", "http://a"], "Unknown revision 1. Known revisions: auto,"],
  [["http://a", "--", "b"], "not both"],
  [["--"], "After --, give the command"],
  [["--env", "A=1"], "--env needs the command of a stdio server"],
  [["--env", "A=1", "http://a"], "--env needs the command of a stdio server"],
  [["open", "1.x", "--env", "A=1"], "--env needs the command of a stdio server"],
  [["check", "http://a", "--env", "A=1"], "--env needs the command of a stdio server"],
  [["--env", "=1", "--", "a"], "--env needs NAME=value"],
  [["--env", "NOT_SET_ANYWHERE", "--", "a"], "NOT_SET_ANYWHERE is not set"],
  [["--", "A=1"], "After --, give the command"],
  [["open"], "Missing required argument 'link'"],
  [["open", "1.x", "--", "a"], "open takes a link, not a command"],
  [["check"], "Give a URL"],
  [["check", "http://a", "--port", "1"], "check has no option --port."],
  [["check", "http://a", "--header", "nothing"], "--header needs a name and a value"],
  [["check", "http://a", "--output", "xml"], "--output needs one of text, json, junit"],
  [["check", "http://a", "--report", "sarif"], "--report needs a format and a file"],
  [["check", "http://a", "--update-baseline"], "--update-baseline needs the file"],
  [["check", "http://a", "--timeout", "soon"], "--timeout needs a number of seconds"],
  [["check", "http://a", "--timeout", "Infinity"], "at most 86400"],
  [["tap", "--http", "1", "http://127.0.0.1:2/mcp", "--", "node"], "Add --watch"],
  [["tap", "--http", "1", "http://127.0.0.1:2/mcp", "--watch", "src"], "--watch needs the command"],
  [["tap", "--http", "1", "--watch", "src", "--", "node"], "--http needs the URL"],
])("%j is wrong", (argv, reason) => {
  expect(() => readArguments(argv)).toThrow(reason);
});

test.each([[["--help"]], [["-h", "--port", "1"]]])("%j prints the help", (argv) => {
  const read = readArguments(argv);
  const text = read.kind === "text" ? read.text : "";
  for (const flag of [
    "--config",
    "--env <NAME[=value]>",
    "--public-url",
    "--store",
    "--log-format",
    "check",
    "open",
  ]) {
    expect(text).toContain(flag);
  }
  expect(text).not.toContain("--keep-ms");
  expect(text).toContain("--help limits");
  expect(text).toContain("Exit codes:\n  0  ");
  expect(text).not.toContain("(env:");
  expect(text.indexOf("Commands:")).toBeLessThan(text.indexOf("Arguments:"));
});

test("the help names the addresses that the package has", () => {
  expect(linksHelp({})).toBe("");
  expect(linksHelp({ homepage: "https://play.example/mcp/", bugs: "https://x.example/" })).toBe(
    "Documentation: https://play.example/mcp/docs/\nReport a problem: https://x.example/\n",
  );
});

test.each(["--help", "-h", "help"])("%s limits prints the limits, with plain numbers", (word) => {
  const read = readArguments([word, "limits"]);
  const text = read.kind === "text" ? read.text : "";
  for (const limit of Object.keys(limitDescriptions)) expect(text).toContain(`--${flagOf(limit)} `);
  expect(text).toMatch(/--keep-bytes <number> [^-]*\(default:\s+4194304\)/);
});

test("-v prints the version", () => {
  const read = readArguments(["-v"]);
  expect(read.kind === "text" && read.text).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("reads flags with a value from the environment, but not switches", () => {
  process.env.MCP_PLAYGROUND_PORT = "1234";
  process.env.MCP_PLAYGROUND_STDIO = "0";
  onTestFinished(() => {
    delete process.env.MCP_PLAYGROUND_PORT;
    delete process.env.MCP_PLAYGROUND_STDIO;
  });
  expect(readArguments([])).toEqual(start({ port: 1234 }));
  expect(readArguments(["--port", "1"])).toEqual(start({ port: 1 }));
});

test.each(["run", "replay"])("%s separates the user name and password from the URL", (name) => {
  expect(readArguments([name, "a.json", "http://u:p%40@a/mcp?k=1#x"])).toMatchObject({
    target: { kind: "http", url: "http://a/mcp?k=1", userinfo: "u:p@" },
  });
});

test("--env NAME takes the value from the environment", () => {
  process.env.SOME_KEY = "k";
  onTestFinished(() => {
    delete process.env.SOME_KEY;
  });
  expect(readArguments(["--env", "SOME_KEY", "--", "a"])).toMatchObject({
    server: { command: "a", env: { SOME_KEY: "k" } },
  });
});

test("a password is not repeated", () => {
  const store = "redis://:sk-secret@a";
  expect(() => readArguments(["--store", store, "--storee", store])).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("sk-secret") }),
  );
});
