// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startModernServer } from "../../../e2e/servers/modern.ts";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { traitsOfKind } from "../store/catalog/items.ts";
import { type ConnectedView, connectedView } from "../store/connections/connection.ts";
import { useConnection } from "./useConnection.ts";
import { useItems } from "./useItems.ts";

function ToolNames({ view }: { view: ConnectedView }) {
  const { data = [] } = useItems(view, traitsOfKind("tool"));
  return <output>{data.map(({ name }) => name).join(" ")}</output>;
}

function ActiveToolNames() {
  const view = connectedView(useConnection());
  return view ? <ToolNames view={view} /> : null;
}

test("the lists are those of the server that is active now", async () => {
  const modern = await startModernServer();
  onTestFinished(modern.close);
  const tab = renderInTab(<ActiveToolNames />);
  const { connector } = tab.stores.connections;
  const { all } = tab.stores.servers;
  const shown = async () => (await screen.findByRole("status")).textContent;
  await connectTab(tab, modern.url);
  await waitFor(async () => expect(await shown()).toContain("echo"));
  const first = await shown();
  const firstId = all.getState().activeId ?? "";

  act(() => tab.stores.view.showStart());
  await connectTab(tab, demoUrl);
  await waitFor(async () => expect(await shown()).toContain("order_pizza"));
  act(() => all.activate(firstId));
  expect(await shown()).toBe(first);
  act(() => connector.disconnect());
});
