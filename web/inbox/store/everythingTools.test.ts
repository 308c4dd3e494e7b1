import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type EverythingServer, startEverything } from "../../../e2e/servers/everything.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { createTab, setSettings } from "../../app/stores/tab.fixture.ts";
import { itemKey } from "../../calls/store/drafts.ts";
import { runOf } from "../../calls/store/runs.ts";
import { findItem, readItems } from "../../servers/store/catalog/queries.ts";
import { type ConnectedView, connectedView } from "../../servers/store/connections/connection.ts";

let server: EverythingServer;
beforeAll(async () => {
  server = await startEverything();
  return server.stop;
});

const patient = { timeout: 60_000 };

/** A tab with its initial settings, connected at 2025-11-25. */
async function connect() {
  const { stores } = createTab();
  const { opener } = stores.connections;
  const { all } = stores.servers;
  all.choose(server.url);
  setSettings(stores, { revision: "2025-11-25" });
  const id = opener.openEntered({ kind: "http", url: server.url });
  onTestFinished(() => opener.close(id));
  const view = await vi.waitFor((): ConnectedView => {
    const connection = all.getState().open.get(id)?.connection;
    const found = connection && connectedView({ connection, state: connection.state.getState() });
    if (!found) throw new Error("It is not connected yet");
    return found;
  }, patient);
  const tools = (await readItems(view)).get("tool") ?? [];
  /** Calls a tool, answers the first request that it causes, and returns its text. */
  const call = async (name: string, args: object, method: string, answerText: string) => {
    const { drafts, invoke, runs } = stores.calls;
    const item = findItem(view, { kind: "tool", name });
    if (!item) throw new Error(`${name} is not listed`);
    const key = itemKey(item);
    drafts.change(id, key, { argumentsText: JSON.stringify(args) });
    void invoke.run(view, item);
    const request = await vi.waitFor(() => {
      const [first] = stores.inbox.requests.getState();
      if (!first) throw new Error("Nothing was asked");
      return first;
    }, patient);
    expect(request.input.method).toBe(method);
    request.answer({ kind: "result", text: answerText });
    return vi.waitFor(() => {
      const run = runOf(runs.getState(), id, key);
      if (run?.kind !== "done" || run.outcome.kind !== "result") throw new Error("It still runs");
      return JSON.stringify(getOwn(run.outcome.value, "content"));
    }, patient);
  };
  return { tools, call };
}

const accepted = '{"action":"accept","content":{"name":"Ada","favoriteColor":"Red"}}';
const reply = '{"role":"assistant","content":{"type":"text","text":"Hello"},"model":"m"}';

test("with the initial settings all 19 tools of server-everything are listed, and the tasks of the client work", async () => {
  const { tools, call } = await connect();
  expect(tools.map(({ name }) => name)).toHaveLength(19);
  expect(tools.map(({ name }) => name)).toContain("get-roots-list");

  const elicited = await call(
    "trigger-elicitation-request-async",
    {},
    "elicitation/create",
    accepted,
  );
  expect(elicited).toContain("[COMPLETED]");
  expect(elicited).toContain("Name: Ada");

  const sampled = await call(
    "trigger-sampling-request-async",
    { prompt: "Hi" },
    "sampling/createMessage",
    reply,
  );
  expect(sampled).toContain("[COMPLETED]");
  expect(sampled).toContain("Hello");

  const researched = await call(
    "simulate-research-query",
    { topic: "tea", ambiguous: true },
    "elicitation/create",
    '{"action":"accept","content":{"interpretation":"the drink"}}',
  );
  expect(researched).toContain("the drink");
});
