import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../e2e/servers/modern.ts";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import { draftOf, itemKey } from "../invocations/drafts.ts";
import type { Stores } from "../stores.ts";
import { createTab } from "../tab.fixture.ts";
import { restoreTab } from "./restoreTab.ts";
import { readTabContent } from "./tabContent.ts";

const patient = { timeout: 30_000 };
const stateOf = ({ connections }: Stores, id: string) =>
  connections.records.getState().records.get(id)?.connection?.state.getState().kind;
const names = ({ connections }: Stores) => connections.open.getState().map(({ name }) => name);

async function add(stores: Stores, url: string): Promise<string> {
  const { serverSwitch, connector, records, opener } = stores.connections;
  serverSwitch.makeRoom();
  stores.servers.addressBar.write(url);
  connector.connect();
  const id = records.getState().activeId ?? "";
  onTestFinished(() => opener.close(id));
  await vi.waitFor(() => expect(stateOf(stores, id)).toBe("connected"), patient);
  return id;
}

test("a reload restores every server with its name, place, selection and arguments", async () => {
  const [one, other] = await Promise.all([startSessionsServer(), startModernServer()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const { stores: before } = createTab();
  const [ask, echo] = [
    { kind: "tool", name: "ask" },
    { kind: "tool", name: "echo" },
  ] as const;
  const first = await add(before, one.url);
  before.view.openItem(ask);
  before.invocations.drafts.change(first, itemKey(ask), { argumentsText: '{"message":"a"}' });
  const middle = await add(before, other.url);
  before.view.openItem(echo);
  before.invocations.drafts.change(middle, itemKey(echo), { argumentsText: '{"message":"b"}' });
  const last = await add(before, other.url);
  before.servers.settings.change({ headers: [["X-User", "two"]] });
  before.connections.opener.reopen(last);
  await vi.waitFor(() => expect(stateOf(before, last)).toBe("connected"), patient);
  before.connections.records.rename(middle, "Staging");
  before.connections.serverSwitch.activate(middle);
  expect(names(before)).toEqual(["sessions-server", "Staging", "modern-server"]);
  // as it is stored: without members that are not JSON
  const content = structuredClone(readTabContent(before, 0));
  expect(JSON.stringify(content)).not.toContain('"two"');

  const { stores } = createTab();
  restoreTab({ stores, content, recording: undefined, resumed: undefined, origin: 0 });
  const { records, open, opener } = stores.connections;
  onTestFinished(() => [...records.getState().records.keys()].forEach(opener.close));
  await vi.waitFor(
    () =>
      expect(open.getState().map(({ state }) => state.kind)).toEqual([
        "connected",
        "connected",
        // its header has to be entered again
        "none",
      ]),
    patient,
  );
  expect(names(stores)[1]).toBe("Staging");
  const [a, b, c] = [...records.getState().records.keys()] as [string, string, string];
  expect(records.getState().activeId).toBe(b);
  const drafts = stores.invocations.drafts.getState();
  expect(draftOf(drafts, a, itemKey(ask))?.argumentsText).toBe('{"message":"a"}');
  expect(draftOf(drafts, b, itemKey(echo))?.argumentsText).toBe('{"message":"b"}');
  expect(draftOf(drafts, c, itemKey(echo))).toBeUndefined();
  expect(stores.view.getState().selection).toEqual(echo);
  stores.connections.serverSwitch.activate(a);
  expect(stores.view.getState().selection).toEqual(ask);
});

test("a pasted command counts as pasted also after a reload", () => {
  const { stores: before } = createTab();
  before.connections.connector.paste("NODE_OPTIONS=--require=/tmp/evil.js npx -y good", true);
  const content = structuredClone(readTabContent(before, 0));
  const { stores } = createTab();
  restoreTab({ stores, content, recording: undefined, resumed: undefined, origin: 0 });
  expect(stores.servers.addressBar.getState()).toMatchObject({
    address: expect.stringContaining("npx -y good"),
    isPasted: true,
  });
});
