/** How the client composes requests for everybody, and whom it names as the cause. */
import { expect, test, vi } from "vitest";
import { initiatorsOf } from "../log/logSummary.fixture.ts";
import { type ClientSetUpOptions, setUpClient } from "./client.fixture.ts";
import type { PeerReply } from "./scriptedPeer.fixture.ts";

const model = { kind: "model", id: "one" } as const;
const era = "io.modelcontextprotocol/";
const discovery: PeerReply = { result: { supportedVersions: ["2026-07-28"], capabilities: {} } };
const complete: PeerReply = { result: { resultType: "complete", content: [] } };

/** A server that gives these replies to calls, one after the other. */
async function connect(replies: readonly PeerReply[], options: ClientSetUpOptions = {}) {
  let count = 0;
  const setUp = setUpClient(
    ({ method }) => (method === "server/discover" ? discovery : replies[count++]),
    options,
  );
  const client = await setUp.connected();
  return { ...setUp, ...client, calls: () => setUp.sent("tools/call") };
}

test("a request has the metadata of the revision, and a progress token if progress is wanted", async () => {
  const { request, calls } = await connect([complete, complete]);
  const params = '{"name":"t","arguments":{"n":1}}';
  await request("tools/call", params, { initiator: model }).done;
  await request("tools/call", params, { initiator: model, onProgress() {} }).done;
  const [plain, progressed] = calls();
  expect(plain?.params).toMatchObject({ name: "t", arguments: { n: 1 } });
  expect(plain?.params._meta).toHaveProperty(`${era}clientCapabilities`, {});
  expect(plain?.params._meta).not.toHaveProperty("progressToken");
  expect(progressed?.params._meta.progressToken).toBe(progressed?.id);
});

test("what others composed says nothing in the name of this client", async () => {
  const { request, calls } = await connect([complete, complete, complete]);
  const theirs = {
    [`${era}clientCapabilities`]: { sampling: {} },
    [`${era}logLevel`]: "debug",
    progressToken: "of another call",
    "example.com/own": 1,
  };
  const send = (meta: unknown) =>
    request("tools/call", JSON.stringify({ name: "t", _meta: meta }), {
      initiator: { kind: "app", id: "a" },
      isForeign: true,
    }).done;
  await send(theirs);
  const [{ id, params } = {}] = calls();
  expect(params._meta).toMatchObject({
    [`${era}clientCapabilities`]: {},
    progressToken: id,
    "example.com/own": 1,
  });
  expect(params._meta).not.toHaveProperty(`${era}logLevel`);
  await send("nothing");
  await send(undefined);
  for (const call of calls()) {
    expect(call.params._meta).toHaveProperty(`${era}protocolVersion`, "2026-07-28");
  }
});

test("further rounds have the same cause, and the handshake is the client's own", async () => {
  const asks = { question: { method: "elicitation/create", params: { message: "?" } } };
  const { request, log, calls } = await connect(
    [{ result: { resultType: "input_required", inputRequests: asks } }, complete],
    { answerInput: async () => ({ kind: "result", text: '{"action":"accept"}' }) },
  );
  await request("tools/call", '{"name":"t"}', { initiator: model }).done;
  expect(calls()).toHaveLength(2);
  expect(initiatorsOf(log, "tools/call")).toEqual([model, model]);
  expect(initiatorsOf(log, "server/discover")).toEqual([{ kind: "engine" }]);
});

test("the polls of a task have the cause of its call", async () => {
  const task = { taskId: "1", status: "working", pollIntervalMs: 1, ttlMs: null };
  const { request, log, clock } = await connect([
    { result: { resultType: "task", ...task } },
    { result: { resultType: "complete", ...task, status: "completed", result: { content: [] } } },
  ]);
  const { done } = request("tools/call", '{"name":"t"}', { initiator: model });
  await vi.waitFor(() => {
    clock.advance(1000);
    expect(initiatorsOf(log, "tasks/get")).toEqual([model]);
  });
  expect(await done).toMatchObject({ kind: "result" });
});

test("an aborted signal cancels the request, and a text is sent as it is with its cause", async () => {
  const { request, run } = await connect([undefined, undefined]);
  const control = new AbortController();
  const { done } = request("tools/call", undefined, { initiator: model, signal: control.signal });
  control.abort();
  expect(await done).toMatchObject({ kind: "cancelled" });
  const sent = await run('{"jsonrpc":"2.0","method":"notifications/x"}', { initiator: model });
  expect(sent.entry.initiator).toEqual(model);
});
