// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import { renderInTab } from "../../component.fixture.tsx";
import { anyUriTemplate } from "../../servers/store/catalog/items.ts";
import type { Selection } from "../../view/selection.ts";
import { savedCallOf } from "../store/collections/openCall.ts";
import { SavedCallsView } from "./collections/SavedCallsView.tsx";

async function openItem(item: Selection, argumentsText: string) {
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem(item);
  tab.stores.calls.drafts.change(view.connection.serverId, `${item.kind} ${item.name}`, {
    argumentsText,
  });
  const rendered = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await screen.findByRole("region", { name: "Result" });
  return rendered;
}

test.each([
  [{ kind: "tool", name: "echo" }, '{"message": "hello"}', "hello"],
  [{ kind: "prompt", name: "describe_city" }, '{"country":"japan","city":"Kyoto"}', "Kyoto"],
  [
    { kind: "template", name: "demo://cities/{country}/{city}" },
    '{"country":"japan","city":"Kyoto"}',
    "demo://cities/japan/Kyoto",
  ],
] as const)("the open %j is saved with its arguments, and runs", async (item, args, answer) => {
  const { user, stores } = await openItem(item, args);
  await user.click(screen.getByRole("button", { name: "Save call" }));
  const saved = await screen.findByRole("button", { name: "Saved in My calls" });
  const collections = await stores.calls.collections();
  const [call] = collections.getState().all?.[0]?.collection.calls ?? [];
  expect(call).toEqual({
    name: item.name,
    kind: item.kind,
    item: item.name,
    argumentsText: args,
    assertions: [],
  });
  if (!call) return;
  await collections.run(collections.getState().shownId ?? "", [call]);
  await waitFor(() =>
    expect(collections.getState().results.get(call)).toMatchObject({
      kind: "answered",
      checks: [{}],
      answered: { text: expect.stringContaining(answer) },
    }),
  );
  await user.click(saved);
  expect(stores.view.getState().pane).toBe("collections");
});

test("a call that is saved after its result has assertions that hold", async () => {
  const opened = await openItem({ kind: "tool", name: "echo" }, '{"message": "hello"}');
  const { user } = opened;
  await user.click(screen.getByRole("button", { name: "Call tool" }));
  await screen.findByText("Echo: hello");
  await user.click(screen.getByRole("button", { name: "Save call" }));
  await screen.findByRole("button", { name: "Saved in My calls" });
  opened.unmount();
  renderInTab(<SavedCallsView />, opened);
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await screen.findByText(/^1 passed of 1 · /);
  await user.click(await screen.findByRole("button", { name: "Add check" }));
  await user.click(await screen.findByRole("menuitem", { name: "Equals" }));
  expect(screen.getByLabelText("Value (JSON)")).toHaveProperty("value", '"Echo: hello"');
  await user.click(screen.getByRole("button", { name: "Run" }));
  await screen.findByText(/^1 passed of 1 · /);
});

test("a URI that the user wrote is saved as a resource", () => {
  const item = { kind: "template", name: anyUriTemplate } as const;
  const uri = "demo://search?query=a b";
  expect(savedCallOf(item, JSON.stringify({ uri }))).toEqual({
    name: uri,
    kind: "resource",
    item: uri,
    assertions: [],
  });
});

test("values of a result are asserted in one saved call of its arguments", async () => {
  const { user, stores } = await openItem({ kind: "tool", name: "list_orders" }, "{}");
  await user.click(screen.getByRole("button", { name: "Call tool" }));
  // nothing else is in the result: it opens as a table
  const views = await screen.findByRole("radiogroup", { name: "Show Structured content as" });
  await user.click(within(views).getByRole("radio", { name: "Tree" }));
  const tree = await screen.findByRole("tree", { name: "Structured content" });
  for (const name of [/"customer": /, /"id": /]) {
    const [value] = await within(tree).findAllByRole("treeitem", { name });
    if (!value) throw new Error("The tree has no such value.");
    await user.click(value);
    await user.click(screen.getByRole("button", { name: "Assert this value" }));
    await screen.findByRole("button", { name: "Saved in My calls" });
  }
  const { all, shownId } = (await stores.calls.collections()).getState();
  const calls = all?.[0]?.collection.calls ?? [];
  expect(calls).toMatchObject([{ item: "list_orders", argumentsText: "{}" }]);
  expect(calls[0]?.assertions).toMatchObject([
    { kind: "equals", at: expect.stringMatching(/^\/structuredContent\/orders\/0\//) },
    { kind: "equals", at: "/structuredContent/orders/0/id" },
  ]);
  await (await stores.calls.collections()).run(shownId ?? "", calls);
  const [saved] = calls;
  if (!saved) return;
  await waitFor(async () =>
    expect((await stores.calls.collections()).getState().results.get(saved)).toMatchObject({
      checks: [{ assertion: { kind: "succeeds" } }, {}, {}],
    }),
  );
});
