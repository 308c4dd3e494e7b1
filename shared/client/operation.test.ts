/** An operation over an in-memory transport: its rounds of input, its end, and what it tells its caller. */
import { expect, test, vi } from "vitest";
import { createMessagePairs } from "../log/messagePairs.ts";
import type { InputAnswer, ServerInput } from "./input/serverInput.ts";
import { type OperationOptions, startOperation } from "./operation.ts";
import { setUpSession } from "./session/session.fixture.ts";

const request = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
const question = '{"method": "elicitation/create", "params": {"message": "Name?", "n": 1.0}}';
const needsInput = (id: number) =>
  `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"input_required","inputRequests":{"name":${question}},"requestState":"s${id}"}}`;
const accepted: InputAnswer = { kind: "result", text: '{"action":"accept"}' };

interface SetUpOptions {
  readonly maximumRounds?: number;
  readonly recovered?: string;
  /** Whether a person is asked what the server asks. */
  readonly asksPerson?: boolean;
}

/** What the server asked, and how it is answered. */
interface Question {
  readonly input: ServerInput;
  readonly answer: (answer: InputAnswer) => void;
}

/** @param recovered what is sent instead of a request that failed */
async function setUp(options: SetUpOptions = {}) {
  const { maximumRounds = 10, recovered, asksPerson = true } = options;
  const asked = Promise.withResolvers<InputAnswer>();
  const tell = ({ onPerson }: ServerInput) => asksPerson && onPerson?.();
  const set = await setUpSession({
    answerInput(input) {
      tell(input);
      return asked.promise;
    },
  });
  /** Answers what the server asks with a request of its own. */
  const settleAsked = async () => {
    asked.resolve(accepted);
    await vi.waitFor(() => expect(set.sentTexts()).toHaveLength(2));
  };
  const questions: Question[] = [];
  const start = (text: string, options: Partial<OperationOptions> = {}) =>
    startOperation(
      {
        session: set.session,
        clock: set.clock,
        answerInput: (input) =>
          new Promise((answer) => {
            tell(input);
            questions.push({ input, answer });
          }),
        waitForTaskChange: () => Promise.reject(new Error("There is no task")),
        maximumRounds: () => maximumRounds,
        recoverRequest: async () => recovered,
      },
      text,
      { initiator: { kind: "user" }, ...options },
    );
  return { ...set, start, questions, settleAsked };
}

test("a message that is no request is only sent", async () => {
  const { start, sentTexts } = await setUp();
  const text = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  expect(await start(text).done).toEqual({ kind: "sent", failure: undefined });
  expect(sentTexts()).toEqual([text]);
});

test("a text that is sent once has the first answer as its outcome, whatever that asks for", async () => {
  const { start, transport, questions, sentTexts } = await setUp({ recovered: request });
  const asking = start(request, { sendsOnce: true });
  transport.arrive(needsInput(1));
  expect(await asking.done).toMatchObject({
    kind: "result",
    value: { resultType: "input_required" },
  });
  const refused = start('{"jsonrpc":"2.0","id":2,"method":"ping"}', { sendsOnce: true });
  transport.arrive('{"jsonrpc":"2.0","id":2,"error":{"code":-32020,"message":"m"}}');
  expect(await refused.done).toMatchObject({ kind: "error" });
  expect(questions).toEqual([]);
  expect(sentTexts()).toHaveLength(2);
});

test("each request of a batch has its outcome", async () => {
  const { start, transport } = await setUp();
  const batch = start(`[${request},{"jsonrpc":"2.0","id":2,"method":"ping"}]`);
  transport.arrive(
    '[{"jsonrpc":"2.0","id":2,"result":{"b":2}},{"jsonrpc":"2.0","id":1,"result":{"a":1}}]',
  );
  expect(await Promise.all(batch.outcomes)).toMatchObject([
    { kind: "result", value: { a: 1 } },
    { kind: "result", value: { b: 2 } },
  ]);
});

test("each round answers what was asked, with the state of the server, until there is a result", async () => {
  const { start, transport, questions, sentTexts } = await setUp();
  const pauses: boolean[] = [];
  const operation = start(request, { onPause: (isPaused) => pauses.push(isPaused) });
  for (const id of [1, 2]) {
    transport.arrive(needsInput(id));
    await vi.waitFor(() => expect(questions).toHaveLength(id));
    expect(pauses).toHaveLength(2 * id - 1);
    expect(questions[id - 1]?.input).toMatchObject({ text: question, causedBy: 0 });
    questions[id - 1]?.answer(accepted);
    await vi.waitFor(() => expect(sentTexts()).toHaveLength(id + 1));
    expect(JSON.parse(sentTexts()[id] ?? "")).toMatchObject({
      id: id + 1,
      method: "tools/call",
      params: {
        name: "t",
        inputResponses: { name: { action: "accept" } },
        requestState: `s${id}`,
      },
    });
  }
  transport.arrive('{"jsonrpc":"2.0","id":3,"result":{"content":[]}}');
  expect(await operation.done).toMatchObject({ kind: "result", value: { content: [] } });
  expect(pauses).toEqual([true, false, true, false]);
});

test("rounds are counted, and the first beyond the maximum is a failure", async () => {
  const { start, transport, questions, sentTexts, clock } = await setUp({ maximumRounds: 1 });
  const operation = start(request);
  transport.arrive(needsInput(1));
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  questions[0]?.answer(accepted);
  await vi.waitFor(() => expect(sentTexts()).toHaveLength(2));
  clock.advance(5);
  transport.arrive(needsInput(2));
  const failure = { code: "too-many-rounds", rounds: 2 };
  expect(await operation.done).toEqual({ kind: "failed", failure, ms: 5 });
  expect(questions).toHaveLength(1);
});

test("a question that is refused ends it with the method that was asked", async () => {
  const { start, transport, questions } = await setUp();
  const operation = start(request);
  transport.arrive(needsInput(1));
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  questions[0]?.answer({ kind: "error", text: '{"code":-1,"message":"No"}' });
  expect(await operation.done).toMatchObject({
    kind: "failed",
    failure: { code: "input-refused", method: "elicitation/create" },
  });
});

test("cancelled while its question waits, it sends no other round", async () => {
  const { start, transport, questions, sentTexts } = await setUp();
  const operation = start(request);
  transport.arrive(needsInput(1));
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  operation.cancel();
  questions[0]?.answer(accepted);
  expect(await operation.done).toMatchObject({ kind: "cancelled" });
  expect(sentTexts()).toEqual([request]);
});

test("cancelled as the answer arrives, it asks nothing", async () => {
  const { start, transport, questions } = await setUp();
  const operation = start(request);
  transport.arrive(needsInput(1));
  operation.cancel();
  expect(await operation.done).toMatchObject({ kind: "result" });
  expect(questions).toEqual([]);
});

test("an error is recovered from once, with an id of its own", async () => {
  const { start, transport, sentTexts } = await setUp({ recovered: request });
  const operation = start(request);
  const error = (id: number) =>
    `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"Again"}}`;
  transport.arrive(error(1));
  await vi.waitFor(() => expect(sentTexts()).toHaveLength(2));
  expect(sentTexts()[1]).toBe(request.replace('"id":1', '"id":2'));
  transport.arrive(error(2));
  expect(await operation.done).toMatchObject({ kind: "error", error: { message: "Again" } });
  expect(sentTexts()).toHaveLength(2);
});

test.each([
  ["without the time that it waited for a person", true, 37],
  ["with the time of what answered instead of a person", false, 1037],
])("a call of several rounds took all of them, %s", async (_, asksPerson, took) => {
  const { start, transport, questions, sentTexts, clock } = await setUp({ asksPerson });
  const operation = start(request);
  clock.advance(30);
  transport.arrive(needsInput(1));
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  clock.advance(1000);
  questions[0]?.answer(accepted);
  await vi.waitFor(() => expect(sentTexts()).toHaveLength(2));
  clock.advance(7);
  transport.arrive('{"jsonrpc":"2.0","id":2,"result":{"content":[]}}');
  const outcome = await operation.done;
  expect(outcome).toMatchObject({ kind: "result", answer: { ms: 7 } });
  expect(operation.took(outcome)).toBe(took);
});

test.each([
  ["the time without that of the person", true, 37],
  ["all of the time if the client answered itself", false, 1037],
])("a call during which the server asked took %s", async (_, asksPerson, took) => {
  const { start, transport, clock, log, settleAsked } = await setUp({ asksPerson });
  const operation = start(request);
  clock.advance(30);
  transport.arrive('{"jsonrpc":"2.0","id":9,"method":"elicitation/create","params":{}}');
  clock.advance(1000);
  await settleAsked();
  clock.advance(7);
  transport.arrive('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}');
  const outcome = await operation.done;
  expect(operation.took(outcome)).toBe(took);
  // the log says the same
  const pairs = createMessagePairs();
  pairs.update(log.snapshot());
  expect(pairs.of(operation.entry.seq)?.ms).toBe(took);
});
