/** Servers that people use, and those of this repository: no cell of the table fails falsely. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startDemo } from "../../../e2e/servers/demo.ts";
import { startEverything } from "../../../e2e/servers/everything.ts";
import { readToolLists } from "../../../e2e/toolLists/toolLists.ts";
import { compatVerdictsOf, serveFaulty } from "./faultyServer.fixture.ts";

const packages = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol");

/** The arguments that name a server, which is started where it needs to be. */
type StartServer = () => Promise<readonly string[]>;

const packaged =
  (path: string, ...args: readonly string[]): StartServer =>
  async () => [...["--", process.execPath, join(packages, path)], ...args];

const overHttp =
  (start: () => Promise<{ readonly url: string; stop(): Promise<void> }>): StartServer =>
  async () => {
    const { url, stop } = await start();
    onTestFinished(stop);
    return [url];
  };

const servers: readonly (readonly [string, StartServer])[] = [
  ["everything", packaged("server-everything/dist/index.js", "stdio")],
  ["everything over Streamable HTTP", overHttp(() => startEverything())],
  ["everything over HTTP+SSE", overHttp(() => startEverything("sse"))],
  ["filesystem", packaged("server-filesystem/dist/index.js", import.meta.dirname)],
  ["memory", packaged("server-memory/dist/index.js")],
  ["cohort-heatmap", packaged("server-cohort-heatmap/dist/index.js", "--stdio")],
  ["basic-react", packaged("server-basic-react/dist/index.js", "--stdio")],
  [
    "the demo server",
    overHttp(async () => {
      const { url, close } = await startDemo();
      return { url, stop: close };
    }),
  ],
  [
    "the server for agents",
    async () => [...["--", process.execPath, join(import.meta.dirname, "../main.ts"), "mcp"]],
  ],
  ...readToolLists().map(
    ({ name, tools }) =>
      [`the tools of ${name}`, async () => [await serveFaulty({ tools })]] as const,
  ),
];

/** What is so: the transport that a server has, the time that this machine takes, hints that tools lack. */
const certain = ["client-other-transport", "client-starts-late", "client-hints-missing"];

test.for(servers)("no client fails falsely with %s", { timeout: 120_000 }, async ([, start]) => {
  const all = await compatVerdictsOf("compat", "--json", ...(await start()));
  const failed = all.filter(({ outcome }) => outcome !== "passed" && outcome !== "note");
  const inQuestion = failed.filter(
    ({ rule, outcome }) => !certain.includes(rule) && outcome !== "not-applicable",
  );
  expect(inQuestion.map(({ sentence }) => sentence)).toEqual([]);
  expect(all.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(30);
});
