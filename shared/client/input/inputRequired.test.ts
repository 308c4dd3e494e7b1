import { describe, expect, test, vi } from "vitest";
import { ask, type ClientSetUpOptions, setUpClient } from "../client.fixture.ts";
import type { PeerMessage, PeerReply } from "../scriptedPeer.fixture.ts";
import { withNewId } from "../session/composeMessage.ts";
import { nextRound } from "./inputRequired.ts";
import type { AnswerInput } from "./serverInput.ts";

describe("the text of the next round", () => {
  const request =
    '{ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "arguments": {"n": 12345678901234567890} } }';
  const asks = (state: string) => `{"result":{"requestState": ${state}}}`;
  const texts = { state: '"a\\u0062\\/"', responses: '{"k":{"action":"accept"}}' };

  const round = (responsesText: string | undefined, answerText: string, state: unknown) =>
    nextRound(request, { id: 7, responsesText, answerText, state });

  test("keeps every byte except those of the round", () => {
    const text = round(texts.responses, asks(texts.state), "ab/");
    expect(text).toBe(
      `{ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "arguments": {"n": 12345678901234567890},"requestState":${texts.state},"inputResponses":${texts.responses} } }`,
    );
  });

  test("carries a response that is not JSON as it was written", () => {
    const text = round('{"k":{oops}', asks(texts.state), "ab/");
    expect(text).toContain(`"requestState":${texts.state},"inputResponses":{"k":{oops} }`);
  });

  test("has no state and no responses if the server sent neither state nor requests", () => {
    const again = round(texts.responses, asks(texts.state), "ab/");
    const nothing = { responsesText: undefined, answerText: "{}", state: undefined };
    const text = nextRound(again, { id: 8, ...nothing });
    expect(JSON.parse(text)).toEqual({ ...JSON.parse(request), id: 8 });
  });

  test("has an empty state if the server sent one", () => {
    const text = round(undefined, asks('""'), "");
    expect(JSON.parse(text).params.requestState).toBe("");
  });
});

test.each([
  [
    '{"id":1,"params":{"_meta":{"progressToken":1}}}',
    '{"id":9,"params":{"_meta":{"progressToken":9}}}',
  ],
  [
    '{"id":1,"params":{"_meta":{"progressToken":"a"}}}',
    '{"id":9,"params":{"_meta":{"progressToken":"a"}}}',
  ],
  ['{"id":"1","params":{}}', '{"id":9,"params":{}}'],
])("%s under another id is %s", (before, after) => {
  expect(withNewId(before, 9)).toBe(after);
});

describe("a call", () => {
  const discovery: PeerReply = { result: { supportedVersions: ["2026-07-28"], capabilities: {} } };
  const question = { method: "elicitation/create", params: { message: "?" } };
  const required = (result: object): PeerReply => ({
    result: { resultType: "input_required", ...result },
  });
  const complete: PeerReply = { result: { resultType: "complete", content: [] } };
  const accept: AnswerInput = async () => ({ kind: "result", text: '{"action":"accept"}' });

  /** Calls a tool of a server that answers by round, counting from 1; the last reply repeats. */
  async function call(rounds: readonly PeerReply[], options: ClientSetUpOptions = {}) {
    let round = 0;
    const setUp = setUpClient(
      ({ method }) =>
        method === "server/discover" ? discovery : rounds[Math.min(round++, rounds.length - 1)],
      { answerInput: accept, ...options },
    );
    const client = await setUp.connected();
    const operation = ask(client, "tools/call", { name: "t", arguments: { a: 1 } });
    return { ...setUp, client, operation, calls: () => setUp.sent("tools/call") };
  }
  const roundOf = ({ params }: PeerMessage) => [params.inputResponses, params.requestState];

  test("continues round by round, each with its own answers and state", async () => {
    const { operation, calls } = await call([
      required({ inputRequests: { a: question, b: question }, requestState: "one" }),
      required({ inputRequests: { c: question } }),
      complete,
    ]);
    expect(await operation.done).toMatchObject({ kind: "result", value: { content: [] } });
    const answer = { action: "accept" };
    expect(calls().map(roundOf)).toEqual([
      [undefined, undefined],
      [{ a: answer, b: answer }, "one"],
      [{ c: answer }, undefined],
    ]);
    expect(new Set(calls().map(({ id }) => id)).size).toBe(3);
    for (const { params } of calls()) {
      expect(params).toMatchObject({ name: "t", arguments: { a: 1 }, _meta: expect.anything() });
    }
  });

  test("is sent again immediately if no input is requested", async () => {
    const { operation, calls } = await call([required({ requestState: "s" }), complete]);
    await operation.done;
    expect(calls().map(roundOf)).toEqual([
      [undefined, undefined],
      [undefined, "s"],
    ]);
  });

  test("passes the key of each of several input requests", async () => {
    const asked = vi.fn(accept);
    const { operation } = await call(
      [required({ inputRequests: { a: question, b: question } }), complete],
      { answerInput: asked },
    );
    await operation.done;
    expect(asked.mock.calls.map(([{ key }]) => key)).toEqual(["a", "b"]);
  });

  test("passes the input request as received, with the call that caused it", async () => {
    const asked = vi.fn(accept);
    const { operation } = await call([required({ inputRequests: { a: question } }), complete], {
      answerInput: asked,
    });
    await operation.done;
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        method: "elicitation/create",
        text: JSON.stringify(question),
        params: { message: "?" },
        causedBy: operation.entry.seq,
      }),
    );
  });

  test("fails after the maximum number of rounds", async () => {
    const { operation, calls } = await call([required({ requestState: "s" })], {
      maximumRounds: () => 2,
    });
    expect(await operation.done).toMatchObject({
      kind: "failed",
      failure: { code: "too-many-rounds", rounds: 3 },
    });
    expect(calls()).toHaveLength(3);
  });

  test.each<[string, AnswerInput, { reason?: string }]>([
    ["nobody can answer", () => undefined, {}],
    ["is refused", async () => ({ kind: "error", text: '{"code":-1}' }), { reason: '{"code":-1}' }],
  ])("fails where the question %s", async (_, answerInput, reason) => {
    const { operation } = await call([required({ inputRequests: { a: question } })], {
      answerInput,
    });
    expect(await operation.done).toMatchObject({
      kind: "failed",
      failure: { code: "input-refused", method: "elicitation/create", ...reason },
    });
  });

  test("can be cancelled while the user answers, which cancels the input request", async () => {
    let signal: AbortSignal | undefined;
    const { operation, calls } = await call([required({ inputRequests: { a: question } })], {
      answerInput: (input) => {
        signal = input.signal;
        return new Promise(() => {});
      },
    });
    await vi.waitFor(() => expect(signal).toBeDefined());
    operation.cancel();
    expect(await operation.done).toMatchObject({ kind: "cancelled" });
    expect(signal?.aborted).toBe(true);
    expect(calls()).toHaveLength(1);
  });

  test("does not affect another call sent in between", async () => {
    const other = Promise.withResolvers<void>();
    const { client, operation, calls } = await call(
      [required({ inputRequests: { a: question }, requestState: "s" }), complete],
      { answerInput: (input) => other.promise.then(() => accept(input) as never) },
    );
    await vi.waitFor(() => expect(calls()).toHaveLength(1));
    await ask(client, "tools/call", { name: "other" }).done;
    other.resolve();
    await operation.done;
    expect(calls().map(({ params }) => [params.name, params.requestState])).toEqual([
      ["t", undefined],
      ["other", undefined],
      ["t", "s"],
    ]);
  });

  test("is complete if the result has no resultType", async () => {
    const { operation, calls } = await call([{ result: { inputRequests: { a: question } } }]);
    expect(await operation.done).toMatchObject({ kind: "result" });
    expect(calls()).toHaveLength(1);
  });
});
