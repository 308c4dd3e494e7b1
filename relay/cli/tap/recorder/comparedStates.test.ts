import { expect, test } from "vitest";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import { script } from "../../../relay.fixture.ts";
import { runCli } from "../../cli.fixture.ts";
import { recordingFile } from "../../commands/recordingFile.fixture.ts";
import { finishedRecording, startTap } from "../tap.fixture.ts";

/** Asks for input first, with a state. */
const server = `
  import { createInterface } from "node:readline";
  for await (const line of createInterface(process.stdin)) {
    const { id, params } = JSON.parse(line);
    const result = params.inputResponses
      ? { resultType: "complete", content: [] }
      : { resultType: "input_required", inputRequests: { a: { method: "roots/list" } }, requestState: "state-of-the-server" };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
`;

const call = (id: number, more: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "book", _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" }, ...more } })}\n`;

test.each([
  ["state-of-the-server", true],
  ["another-state", false],
])(
  "a request that is continued with %s: unchanged is %s, and neither state is recorded",
  async (requestState, isSame) => {
    const { command, args = [] } = script(server);
    const { child, state } = startTap(["--", command, ...args]);
    child.stdin.write(call(1));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdin.end(call(2, { inputResponses: { a: { roots: [] } }, requestState }));
    const recording = await finishedRecording(state);
    const text = JSON.stringify(recording);
    expect(text).not.toContain("state-of-the-server");
    expect(text).not.toContain("another-state");
    const notes = ((recording.entries ?? []) as readonly RecordedEntry[]).filter(
      ({ kind }) => kind === "finding",
    );
    expect(notes).toMatchObject([
      { code: "request-state", about: 1, evidence: { method: "tools/call", isSame } },
    ]);
    const { out } = await runCli("check", recordingFile(recording), "--client", "--json");
    const { verdicts } = JSON.parse(out) as { verdicts: { rule: string; outcome: string }[] };
    const found = verdicts.filter(({ rule }) => rule === "request-state");
    expect(found).toMatchObject([{ outcome: isSame ? "passed" : "violation" }]);
  },
);
