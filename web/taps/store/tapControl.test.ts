import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordingsIn } from "../../../relay/cli/tap/tap.fixture.ts";
import { temporaryFolder, until } from "../../../relay/relay.fixture.ts";
import type { TapChange } from "../../../shared/log/entry.ts";
import { initialize, openPage, startClient, startRelay } from "./taps.fixture.ts";

const everywhere = { direction: "both", method: "", subject: "", filter: "" } as const;
const onCalls = { ...everywhere, direction: "out", method: "tools/call" } as const;

/** A client, its tap, and a page that controls it. */
async function startControlled() {
  const state = temporaryFolder();
  const relay = await startRelay(state);
  const page = await openPage(relay);
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  const control = await until(() => page.controls.getState().get("notes"));
  const held = () => until(() => control.state.getState().held[0]);
  const lines = () =>
    client
      .output()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const changes = (): readonly TapChange[] =>
    page.stores.traffic.log
      .snapshot()
      .entries.flatMap((entry) => (entry.kind === "message" && entry.change ? [entry.change] : []));
  const setBreakpoint = async (more: object = {}) => {
    control.setBreakpoint({ id: "b1", isOn: true, where: onCalls, waitMs: 60_000, ...more });
    await until(() => control.state.getState().isApplied);
  };
  return { state, relay, page, client, control, held, lines, changes, setBreakpoint };
}

const call = (id: number, name = "add") => ({
  id,
  method: "tools/call",
  params: { name, arguments: { token: "ghp_abcdefghijklmnopqrstuvwxyz0123456789" } },
});

test("a message waits until it is sent, edited, dropped or answered", async () => {
  const { state, client, control, held, lines, changes, setBreakpoint } = await startControlled();
  await setBreakpoint();
  client.write(call(10));
  client.write({ id: 11, method: "ping" });
  const first = await held();
  expect(JSON.parse(first.text)).toMatchObject(call(10));
  expect(first.direction).toBe("out");
  // later messages of the direction keep their order
  expect(lines().map(({ id }) => id)).toEqual([1]);
  control.send(first.id);
  await until(() => lines().length === 3);
  expect(lines().map(({ id }) => id)).toEqual([1, 10, 11]);

  client.write(call(12));
  const second = await held();
  control.send(
    second.id,
    JSON.stringify({ jsonrpc: "2.0", id: 12, method: "tools/list" }, null, 2),
  );
  await until(() => lines().at(-1)?.id === 12);
  expect(lines().at(-1).result.tools).toHaveLength(1);

  client.write(call(13));
  control.drop((await held()).id);
  await until(() => control.state.getState().held.length === 0);
  client.write(call(14));
  const last = await held();
  control.answer(last.id, '{"jsonrpc":"2.0","id":14,"result":{"content":[]}}');
  await until(() => lines().at(-1)?.id === 14);
  expect(lines().at(-1).result).toEqual({ content: [] });
  control.add("in", '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  await until(() => lines().at(-1)?.method === "notifications/tools/list_changed");
  expect(lines().map(({ id }) => id)).toEqual([1, 10, 11, 12, 14, undefined]);

  await until(() => changes().length === 6);
  expect(changes().map(({ action }) => action)).toEqual([
    "held",
    "edited",
    "dropped",
    "answered",
    "added",
    "added",
  ]);
  // the client has waited since it sent the request, not since the tap passed it on
  const entries = recordingsIn(state).flatMap(({ entries = [] }) => entries);
  const paused = entries.findIndex((entry) => entry.kind === "message" && entry.change);
  const heldFor = changes()[0]?.waitedMs ?? 0;
  const answerAt = entries.find(({ kind }, at) => at > paused && kind === "message")?.at ?? 0;
  expect(answerAt - (entries[paused]?.at ?? 0)).toBeGreaterThanOrEqual(heldFor);

  // what neither the client nor the server sent is the tap's
  const causes = recordingsIn(state).flatMap(({ entries = [] }) =>
    entries.flatMap((entry) => (entry.kind === "message" ? [entry.initiator?.kind] : [])),
  );
  expect(causes.filter((cause) => cause !== undefined)).toEqual(["tap", "tap"]);
  const original = changes()[1]?.original;
  expect(original).toContain("tools/call");
  // what is kept has no secrets
  expect(second.text).toContain("ghp_abc");
  expect(original).not.toContain("ghp_abc");
  expect(JSON.stringify(recordingsIn(state))).not.toContain("ghp_abc");
});

test("without a page, and after its time, a message goes on", async () => {
  const { client, control, page, held, lines, setBreakpoint } = await startControlled();
  await setBreakpoint({ waitMs: 300 });
  client.write(call(10));
  await until(() => lines().at(-1)?.id === 10);
  await until(() => control.state.getState().held.length === 0);
  await setBreakpoint();
  client.write(call(11));
  await held();
  page.link.close();
  await until(() => lines().at(-1)?.id === 11);
  client.write(call(12));
  await until(() => lines().at(-1)?.id === 12);
});

test("when the relay ends, what waits goes on, and a later page can pause again", async () => {
  const { state, relay, client, held, lines, setBreakpoint } = await startControlled();
  await setBreakpoint();
  client.write(call(10));
  await held();
  await relay.close();
  await until(() => lines().at(-1)?.id === 10);
  const later = await openPage(await startRelay(state));
  const control = await until(() => later.controls.getState().get("notes"));
  control.setBreakpoint({ id: "b3", isOn: true, where: onCalls, waitMs: 60_000 });
  await until(() => control.state.getState().isApplied);
  client.write(call(11));
  const paused = await until(() => control.state.getState().held[0]);
  control.send(paused.id);
  await until(() => lines().at(-1)?.id === 11);
});

test("one page decides: what waits for another goes on", async () => {
  const { relay, client, control, held, lines, setBreakpoint } = await startControlled();
  await setBreakpoint();
  client.write(call(10));
  await held();
  const other = await openPage(relay);
  const controlOfOther = await until(() => other.controls.getState().get("notes"));
  controlOfOther.setBreakpoint({ id: "b2", isOn: true, where: onCalls, waitMs: 60_000 });
  await until(() => lines().at(-1)?.id === 10);
  await until(() => control.state.getState().isTaken);
  expect(control.state.getState()).toMatchObject({ held: [], breakpoints: [{ isOn: false }] });
  client.write(call(11));
  await until(() => controlOfOther.state.getState().held.length === 1);
  // switching it off lets it go on
  controlOfOther.setBreakpoint({ id: "b2", isOn: false, where: onCalls, waitMs: 60_000 });
  await until(() => lines().at(-1)?.id === 11);
});

test("the page restarts the server behind its client, which goes on", async () => {
  const state = temporaryFolder();
  const relay = await startRelay(state);
  const page = await openPage(relay);
  const watched = join(temporaryFolder(), "watched.txt");
  writeFileSync(watched, "");
  const client = startClient(state, "notes", ["--watch", watched]);
  await client.send(initialize.method, initialize.params);
  const control = await until(() => page.controls.getState().get("notes"));
  await until(() => control.state.getState().restarts);
  control.restart();
  const event = await until(() =>
    page.stores.traffic.log
      .snapshot()
      .entries.flatMap((entry) => (entry.kind === "process" ? [entry.event] : []))
      .find(({ kind }) => kind === "restarted"),
  );
  expect(event).toMatchObject({ changes: [] });
  await client.send("tools/list");
});
