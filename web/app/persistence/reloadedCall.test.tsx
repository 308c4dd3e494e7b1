// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startResultsServer } from "../../../e2e/servers/results.ts";
import { startTasksServer } from "../../../e2e/servers/tasks/tasks.ts";
import { encodeText } from "../../../shared/core/bytes.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { nothingLeft } from "../../servers/store/connections/resumeState.ts";
import { connectTab, whenConnected } from "../stores/connectTab.fixture.ts";
import { createTab, type Tab } from "../stores/tab.fixture.ts";
import { Requests } from "../workbench/Requests.tsx";
import { SelectedItem } from "../workbench/SelectedItem.tsx";
import { restoreTab } from "./restoreTab.ts";
import { readTabContent, type TabContent } from "./tabContent.ts";

const wait = { kind: "tool", name: "wait" } as const;

/** The page after a reload, connected again. */
async function reload({ stores: before, tabStored }: Tab) {
  const content: TabContent = structuredClone(readTabContent(before, 0));
  const tab = createTab(fetch, tabStored);
  const { stores } = tab;
  const restored = { content, secrets: undefined, recording: undefined, entryServerId: undefined };
  const due = restoreTab({ stores, ...restored, left: nothingLeft, origin: 0 });
  for (const id of due) stores.connections.opener.connect(id);
  onTestFinished(stores.connections.connector.disconnect);
  return { tab, view: await whenConnected(tab) };
}

test("a task continues after a reload, and what it asks is answered there", async () => {
  const server = await startTasksServer({ pollIntervalMs: 50 });
  onTestFinished(server.close);
  const before = createTab();
  const earlier = await connectTab(before, server.url);
  onTestFinished(before.stores.connections.connector.disconnect);
  before.stores.view.openItem({ kind: "tool", name: "hello" });
  const questions = (key: string | undefined) => <Requests itemKey={key} />;
  const first = renderInTab(<SelectedItem view={earlier} questionsOf={questions} />, before);
  await first.user.click(await screen.findByRole("button", { name: "Call tool" }));
  await screen.findByRole("region", { name: "Elicitation request" });
  first.unmount();
  const { tab, view } = await reload(before);
  before.stores.connections.connector.leave();
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={questions} />, tab);
  const request = await screen.findByRole("region", { name: "Elicitation request" });
  await user.type(within(request).getByRole("textbox", { name: "name" }), "Ada");
  await user.click(within(request).getByRole("button", { name: "Send response" }));
  const result = await screen.findByRole("region", { name: "Result" });
  await waitFor(() => expect(result.textContent).toContain("Ada"));
  expect(server.received.filter(({ method }) => method === "tools/call")).toHaveLength(1);
});

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
  const initiator = { kind: "user" } as const;
  const context = { serverId, key: "tool wait", initiator, client: earlier.client, tasks };
  void before.stores.calls.runs.start(context, text);
  await vi.waitFor(() => expect(server.calls).toEqual(["wait"]));

  const first = await reload(before);
  // also after another reload
  const { tab, view } = await reload(first.tab);
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
