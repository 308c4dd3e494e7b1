import { expect, test } from "vitest";
import { endInput, type ServerInput } from "../../../shared/client/input/serverInput.ts";
import { createInbox } from "./inbox.ts";

function setUp() {
  let ids = 0;
  const inbox = createInbox(
    () => `key-${++ids}`,
    () => 1000 * ids,
  );
  const ask = (connectionId = "a") => {
    const control = new AbortController();
    const input: ServerInput = {
      method: "sampling/createMessage",
      text: "{}",
      params: {},
      seq: 1,
      causedBy: undefined,
      signal: control.signal,
    };
    const asker = { serverId: `record ${connectionId}`, connectionId, server: "Server" };
    return { control, answer: inbox.ask(asker, input) };
  };
  const waiting = () => inbox.getState().map(({ key, ended }) => [key, ended]);
  return { inbox, ask, waiting };
}

test("a request waits until it is answered, and others stay", async () => {
  const { inbox, ask, waiting } = setUp();
  const { answer } = ask();
  ask("b");
  inbox.getState()[0]?.answer({ kind: "result", text: "{}" });
  expect(await answer).toEqual({ kind: "result", text: "{}" });
  expect(waiting()).toEqual([["key-2", undefined]]);
});

test("a withdrawn request stays, with the reason, until it is dismissed", async () => {
  const { inbox, ask, waiting } = setUp();
  const { control, answer } = ask();
  inbox.dismiss("key-1");
  expect(waiting()).toEqual([["key-1", undefined]]);
  endInput(control, "withdrawn");
  expect((await answer).kind).toBe("error");
  expect(waiting()).toEqual([["key-1", "withdrawn"]]);
  inbox.dismiss("key-1");
  expect(waiting()).toEqual([]);
});

test("a request whose call was cancelled is removed", () => {
  const { ask, waiting } = setUp();
  ask().control.abort();
  expect(waiting()).toEqual([]);
});

test("the end of a connection ends its requests only, and keeps the first reason", () => {
  const { inbox, ask, waiting } = setUp();
  endInput(ask("a").control, "withdrawn");
  ask("a");
  ask("b");
  inbox.endConnection("a");
  expect(waiting()).toEqual([
    ["key-1", "withdrawn"],
    ["key-2", "connection-closed"],
    ["key-3", undefined],
  ]);
  inbox.clear("record a");
  expect(waiting()).toEqual([["key-3", undefined]]);
});
