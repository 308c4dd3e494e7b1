import { expect, test } from "vitest";
import type { ExaminationReport } from "../../../shared/report/examinationReport.ts";
import { script } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

/** A legacy server that prints when it starts, and when it ends. */
const printing = (atStart: readonly string[], atEnd: readonly string[]) => {
  const { command, args } = script(`
    import { createInterface } from "node:readline";
    for (const line of ${JSON.stringify(atStart)}) console.log(line);
    const serverInfo = { name: "printing", version: "1" };
    for await (const line of createInterface(process.stdin)) {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) continue;
      const { protocolVersion } = params ?? {};
      const results = { initialize: { protocolVersion, capabilities: { tools: {} }, serverInfo }, ping: {}, "tools/list": { tools: [] } };
      const answer = results[method]
        ? { result: results[method] }
        : { error: { code: -32601, message: "Method not found" } };
      console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    }
    for (const line of ${JSON.stringify(atEnd)}) console.log(line);
  `);
  return ["--", command, ...args];
};

const violationsOf = ({ verdicts }: ExaminationReport) =>
  verdicts.filter(({ outcome }) => outcome === "violation");

test.each(["auto", "2025-11-25"])(
  "check at %s: each line that is no message is a violation, and shown",
  async (revision) => {
    const server = printing(["Ready to serve"], ["Bye", '{"level":30,"msg":"closed"}']);
    const flags = ["--revision", revision];
    const { code, out } = await runCli("check", ...flags, ...server);
    for (const line of ["Ready to serve", "Bye"]) {
      expect(out).toContain(`that is not JSON: "${line}". Standard output is for messages only`);
    }
    expect(out).toContain('It is {"level":30,"msg":"closed"}');
    expect(out).toContain("3 violations, 0 warnings");
    expect(code).toBe(1);
  },
  60_000,
);

test("doctor and conform give the same verdict", async () => {
  const sentences = async (command: string, ...flags: readonly string[]) => {
    const server = printing([], ["Bye"]);
    const { code, out } = await runCli(command, "--output", "json", ...flags, ...server);
    return { code, violations: violationsOf(JSON.parse(out)).map(({ sentence }) => sentence) };
  };
  expect(await sentences("doctor")).toEqual({
    code: 1,
    violations: [expect.stringContaining('on standard output that is no message: "Bye"')],
  });
  const only = ["--revision", "2025-11-25", "--only", "standard-output"];
  const conformed = await sentences("conform", ...only);
  expect(conformed).toEqual({
    code: 1,
    violations: [expect.stringContaining('a line that is no message: "Bye"')],
  });
}, 60_000);
