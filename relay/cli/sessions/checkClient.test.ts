import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import type { ExaminationReport } from "../../../shared/report/examinationReport.ts";
import { script, temporaryFolder, until } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { recordingFile, stdioFile } from "../commands/recordingFile.fixture.ts";
import { startHttpTap } from "../tap/httpRestart/httpRestart.fixture.ts";
import { finishedRecording, recordingsIn, tapArguments } from "../tap/tap.fixture.ts";

const check = (path: string, ...args: readonly string[]) =>
  runCli("check", path, "--client", ...args);

const handshake = [
  [
    "out",
    {
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: { roots: {} },
        clientInfo: { name: "odd", version: "1" },
      },
    },
  ],
  [
    "in",
    {
      id: 0,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "notes", version: "2" },
      },
    },
  ],
  ["out", { method: "notifications/initialized" }],
] as const;

const wellBehaved = () =>
  stdioFile(
    ...handshake,
    ["in", { id: 1, method: "roots/list" }],
    ["out", { id: 1, result: { roots: [] } }],
  );

/** It refuses what it declared, asks for what the server has not, and never lists again. */
const careless = () =>
  stdioFile(
    ...handshake,
    ["in", { method: "notifications/tools/list_changed" }],
    ["in", { id: 1, method: "roots/list" }],
    ["out", { id: 1, error: { code: -32601, message: "Method not found" } }],
    ["out", { id: 1, method: "prompts/list" }],
  );

const reportOf = async (path: string) =>
  JSON.parse((await check(path, "--json")).out) as ExaminationReport;

test("says what a client did, and counts what was not seen as not seen", async () => {
  const { code, out } = await check(wellBehaved());
  expect(code).toBe(0);
  expect(out).toContain("✓ It answered roots/list");
  expect(out).toContain("✓ It does what it declared: roots.");
  expect(out).toMatch(/Not seen: .*a lost session/);
  expect(out).toMatch(/0 violations, 0 warnings, 0 notes, \d+ passed, \d+ not seen\n$/);
  const { verdicts, examination } = await reportOf(wellBehaved());
  expect(examination).toBe("check-client");
  expect(verdicts.find(({ rule }) => rule === "token-renewed")).toMatchObject({
    outcome: "not-applicable",
    sentence: "Not seen: a refused token.",
  });
});

test("--fail-on fails by kind, several at once; without it, only violations fail", async () => {
  const path = careless();
  const fails = async (kinds: string) => (await check(path, "--fail-on", kinds)).code;
  expect((await check(path)).code).toBe(0);
  expect(await fails("late")).toBe(0);
  expect(await fails("late,deprecated")).toBe(0);
  expect(await fails("pending")).toBe(1);
  expect(await fails("error")).toBe(1);
  expect(await fails("late,drift")).toBe(1);
  const { verdicts } = await reportOf(path);
  const warned = verdicts.filter(({ outcome }) => outcome === "warning").map(({ rule }) => rule);
  expect(warned.toSorted()).toEqual(["declared-used", "no-errors", "server-declared"]);
  const violated = stdioFile(...handshake, ...handshake.slice(2), [
    "out",
    { id: 0, method: "tools/list" },
  ]);
  expect((await check(violated)).code).toBe(1);
});

test("findings about the client's messages count, those about the server's do not", async () => {
  const path = stdioFile(
    ...handshake,
    ["out", { id: 1, method: "tools/call", params: {} }],
    ["in", { id: 7, result: {} }],
  );
  const { verdicts } = await reportOf(path);
  const rules = verdicts.filter(({ outcome }) => outcome === "violation").map(({ rule }) => rule);
  expect(rules).toEqual(["missing-member"]);
});

test("SARIF and JUnit have the same verdicts, and what was not seen is skipped", async () => {
  const folder = temporaryFolder();
  const [sarif, junit] = [join(folder, "a.sarif"), join(folder, "a.xml")];
  await check(careless(), "--report", `sarif=${sarif}`, "--report", `junit=${junit}`);
  const [run] = JSON.parse(readFileSync(sarif, "utf8")).runs;
  expect(run.automationDetails.id).toBe("mcp-playground/check-client/");
  const kinds = run.results.map(({ kind, ruleId }: { kind: string; ruleId: string }) => [
    ruleId,
    kind,
  ]);
  expect(kinds).toContainEqual(["declared-used", "fail"]);
  expect(kinds).toContainEqual(["session-kept", "notApplicable"]);
  expect(readFileSync(junit, "utf8")).toContain('<skipped message="Not seen: the session id.');
});

test("text of a client is escaped, and a file without messages is refused", async () => {
  const [hello, ...rest] = handshake;
  const path = stdioFile(hello, ...rest, ["in", { id: 1, method: "\u001b[2Jbad" }]);
  expect((await check(path)).out).not.toContain("\u001b");
  const server = { kind: "http", url: "http://127.0.0.1:1/" } as const;
  const empty = await check(recordingFile({ format: "mcp-playground/1", server }));
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining("holds no messages")]);
  const wrong = await runCli("check", path, "--fail-on", "pending");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("is for --client")]);
  const url = await runCli("check", "http://127.0.0.1:1/", "--client");
  expect([url.code, url.err]).toEqual([2, expect.stringContaining("--client is for the file")]);
});

test("what is known about a client is compared, and the change of its file is given", async () => {
  const recorded = join(import.meta.dirname, "../../../shared/clients/recordings/codex.json");
  const same = await check(recorded);
  expect(same.code).toBe(0);
  expect(same.out).toMatch(/✓ \d+ facts are as known about Codex@/);
  expect(same.out).not.toContain("JSON Patch");

  const path = join(temporaryFolder(), "codex.json");
  const text = readFileSync(recorded, "utf8").replaceAll("2025-06-18", "2025-11-25");
  writeFileSync(path, text.replace("codex/auth-change", "codex/\u202e\u0085"));
  const { code, out } = await check(path);
  expect(code).toBe(0);
  expect(out).toContain(
    'the revision that it offers is "2025-11-25", known is "2025-06-18" (source',
  );
  expect(out).toContain("Change of shared/clients/profiles/codex.json (JSON Patch):");
  expect(out).not.toMatch(/[\u202e\u0085]/);
  const { verdicts } = await reportOf(path);
  const revision = verdicts.find(({ subject }) => subject === "revision");
  expect(revision).toMatchObject({ rule: "known-client", outcome: "note", evidence: [{ seq: 2 }] });
  const change = JSON.parse(revision?.fix?.replace(/^[^[]*/, "") ?? "");
  expect(change).toMatchObject([{ path: "/facts/revision", value: { value: "2025-11-25" } }]);
});

const server = `
  import { createInterface } from "node:readline";
  const results = {
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "n", version: "1" } },
    "tools/list": { tools: [] },
  };
  for await (const line of createInterface(process.stdin)) {
    const { id, method } = JSON.parse(line);
    if (results[method]) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
  }
`;

test("the file of a tap says what the official client did", async () => {
  const state = temporaryFolder();
  const { command, args = [] } = script(server);
  const client = new Client({ name: "an-editor", version: "1.2.3" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: tapArguments("--", command, ...args),
    env: { PATH: process.env.PATH ?? "", XDG_STATE_HOME: state },
    stderr: "ignore",
  });
  await client.connect(transport);
  await client.listTools();
  await client.close();
  const { code, out } = await check(recordingFile(await finishedRecording(state)));
  expect(code).toBe(0);
  expect(out).toContain("an-editor 1.2.3 → ");
  for (const said of ["It said that it is initialized", "Its requests have ids of their own"]) {
    expect(out).toContain(`✓ ${said}`);
  }
});

test("over HTTP it says that the session and the revision were kept, and that a client listed again after a restart", async () => {
  const tap = await startHttpTap(["one"]);
  const client = new Client({ name: "an-editor", version: "1.2.3" });
  let isChanged = false;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    isChanged = true;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(tap.url)));
  await client.listTools();
  tap.change(["one", "two"]);
  tap.restart();
  await until(() => isChanged);
  await client.listTools();
  await client.close();
  tap.child.kill("SIGTERM");
  await once(tap.child, "exit");
  const recording = await until(() => {
    const [found] = recordingsIn(tap.state);
    const texts = found?.entries?.filter(({ text }) => text?.includes('"tools/list"')) ?? [];
    return texts.length > 3 ? found : undefined;
  });
  const { verdicts } = await reportOf(recordingFile(recording));
  const outcomeOf = (rule: string) => verdicts.find((each) => each.rule === rule)?.outcome;
  for (const rule of ["session-kept", "revision-kept", "listed-again", "unique-ids"]) {
    expect([rule, outcomeOf(rule)]).toEqual([rule, "passed"]);
  }
  expect(outcomeOf("session-renewed")).toBe("not-applicable");
  expect(verdicts.filter(({ outcome }) => outcome === "violation")).toEqual([]);
});
