/** Examines a real server at all of its revisions, and compares with the official conformance suite. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEverything } from "../../../e2e/servers/everything.ts";
import { script, temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { expectEnded, expectStdioFindings, findingsOf, reportOf } from "./conform.fixture.ts";

test("server-everything has only findings that are true, as the official suite says too", async () => {
  const server = await startEverything();
  onTestFinished(server.stop);
  const path = join(temporaryFolder(), "session.json");
  const { code, out } = await runCli(
    ...["conform", server.url, "--output", "json", "--timeout", "5", "--official"],
    ...["--record", path],
  );
  const report = reportOf(out);
  expect(findingsOf(report).toSorted()).toEqual(
    [
      // DELETE forgets the session, and then asks for the header that was sent
      ...["2025-11-25", "2025-06-18", "2025-03-26"].map((at) => `session-ended ${at}`),
      "official/server-session-lifecycle/server-session-terminated-returns-404 2025-11-25",
      // a resumed stream replays the events of all streams
      "stream-resumed 2025-11-25",
      // no protection against DNS rebinding
      ...["2025-11-25", "2025-06-18", "2025-03-26"].map((at) => `origin ${at}`),
      "official/dns-rebinding-protection/localhost-host-rebinding-rejected 2025-11-25",
      // links to resources are newer than these revisions
      ...["2025-03-26", "2024-11-05"].map((at) => `tool-result-valid ${at}`),
      // -32603 and -32602 instead of the codes of the specification
      ...["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"].flatMap((at) => [
        `logging-level-invalid ${at}`,
        `resource-unknown-code ${at}`,
      ]),
    ].toSorted(),
  );
  expect(report.server?.revision).toBe("2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05");
  expect(code).toBe(1);
  const [ended] = report.verdicts.filter(({ rule }) => rule === "session-ended");
  expect(ended?.evidence.map(({ text }) => text).join()).toContain("HTTP 400");
  expect(readFileSync(path, "utf8")).toContain("conformance/unknown");
}, 180_000);

test("over stdio it has only findings that are true, and no process is left", async () => {
  await expectStdioFindings("--timeout", "5");
});

test("--official examines a command over HTTP, and what is about HTTP does not apply", async () => {
  const marker = join(temporaryFolder(), "pids");
  const server = script(`
    import { appendFileSync } from "node:fs";
    import { createInterface } from "node:readline";
    appendFileSync(${JSON.stringify(marker)}, process.pid + "\\n");
    const serverInfo = { name: "small", version: "1" };
    const initialize = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
    const results = { initialize, ping: {}, "tools/list": { tools: [{ name: "bad" }] } };
    for await (const line of createInterface(process.stdin)) {
      const { id, method } = JSON.parse(line);
      if (id === undefined) continue;
      const answer = results[method]
        ? { result: results[method] }
        : { error: { code: -32601, message: "Method not found" } };
      console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    }
  `);
  const { out, code } = await runCli(
    ...["conform", "--output", "json", "--revision", "2025-11-25", "--only", "ping"],
    ...["--official", "--", server.command, ...server.args],
  );
  const outcomes = new Map(reportOf(out).verdicts.map(({ rule, outcome }) => [rule, outcome]));
  const of = (scenario: string) =>
    [...outcomes].flatMap(([rule, outcome]) => (rule.startsWith(scenario) ? outcome : []));
  expect(of("ping")).toEqual(["passed"]);
  expect(of("official/ping/")).toContain("passed");
  expect(of("official/server-initialize/")).toContain("passed");
  expect(of("official/tools-list/")).toContain("violation");
  expect(new Set(of("official/dns-rebinding"))).toEqual(new Set(["not-applicable"]));
  expect(new Set(of("official/tools-call-image/"))).toContain("not-applicable");
  expect(code).toBe(1);
  await expectEnded(marker);
}, 120_000);
