// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startResultsServer } from "../../../e2e/servers/results.ts";
import { encodeText } from "../../../shared/core/bytes.ts";
import { connectTab, renderInTab, whenConnected } from "../../component.fixture.tsx";
import { nothingLeft } from "../../servers/store/connections/resumeState.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { SelectedItem } from "../workbench/SelectedItem.tsx";
import { restoreTab } from "./restoreTab.ts";
import { readTabContent, type TabContent } from "./tabContent.ts";

const wait = { kind: "tool", name: "wait" } as const;

/** The page after a reload, connected again. */
async function reload(content: TabContent) {
  const tab = createTab();
  const { stores } = tab;
  const restored = { content, secrets: undefined, recording: undefined, entryServerId: undefined };
  const due = restoreTab({ stores, ...restored, left: nothingLeft, origin: 0 });
  for (const id of due) stores.connections.opener.connect(id);
  onTestFinished(stores.connections.connector.disconnect);
  return { tab, view: await whenConnected(tab) };
}

test("a call that a reload interrupted says so, and leads to its answer once that has come", async () => {
  const server = await startResultsServer();
  onTestFinished(server.close);
  const before = createTab();
  const earlier = await connectTab(before, server.url);
  onTestFinished(before.stores.connections.connector.disconnect);
  before.stores.view.openItem(wait);
  const { serverId } = earlier.connection;
  const text = `{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"wait","arguments":{"ms":60000}}}`;
  const tasks = { keep() {}, forget() {}, all: () => [] };
  const context = { serverId, key: "tool wait", client: earlier.client, tasks };
  void before.stores.invocations.runs.start(context, text);
  await vi.waitFor(() => expect(server.calls).toEqual(["wait"]));

  const first = await reload(structuredClone(readTabContent(before.stores, 0)));
  // also after another reload
  const { tab, view } = await reload(structuredClone(readTabContent(first.tab.stores, 0)));
  const { user, stores } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const result = await screen.findByRole("region", { name: "Result" });
  await waitFor(() =>
    expect(result.textContent).toContain("The page was reloaded while this call ran."),
  );
  expect(result.textContent).toContain("Its answer has not come.");

  const answer = encodeText(`{"jsonrpc":"2.0","id":77,"result":{"content":[]}}`);
  const { log } = stores.traffic;
  const { seq } = log.append(
    {
      kind: "message",
      carrier: "stdio",
      heads: [{ kind: "result", id: 77 }],
      batch: false,
      direction: "in",
      exchangeId: undefined,
      connectionId: view.connection.id,
    },
    answer,
  );
  await user.click(await within(result).findByRole("button", { name: "Show its answer" }));
  expect(stores.view.getState().selectedSeq).toBe(seq);
});
