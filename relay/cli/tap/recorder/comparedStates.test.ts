import { expect, test } from "vitest";
import type { MessageEntry } from "../../../../shared/log/entry.ts";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import { script } from "../../../relay.fixture.ts";
import { runCli } from "../../cli.fixture.ts";
import { recordingFile } from "../../commands/recordingFile.fixture.ts";
import { finishedRecording, startTap } from "../tap.fixture.ts";
import { createComparedStates } from "./comparedStates.ts";

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

test("parallel calls of one tool each continue with a state of their own", () => {
  const compared = createComparedStates();
  const message = (direction: "out" | "in", head: object, value: object) =>
    compared({ direction, heads: [head] } as unknown as MessageEntry, JSON.stringify(value));
  const sent = (id: number, params: object) =>
    message("out", { kind: "request", id, method: "tools/call", subject: "book" }, { params });
  const asks = (id: number, requestState: string) =>
    message("in", { kind: "result", id, needsInput: true }, { result: { requestState } });
  sent(1, {});
  sent(2, {});
  asks(1, "s1");
  asks(2, "s2");
  expect(sent(3, { requestState: "s2" })).toMatchObject({ isSame: true });
  expect(sent(4, { requestState: "s1" })).toMatchObject({ isSame: true });
  // nothing waits any longer
  expect(sent(5, { requestState: "s1" })).toBeUndefined();
  asks(5, "s3");
  expect(sent(6, { requestState: "s1" })).toMatchObject({ isSame: false });
});
