// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab, renderInTab } from "../../component.fixture.tsx";
import { anyUriTemplate, type Selection } from "../../stores/catalog/items.ts";
import { savedCallOf } from "../../stores/collections/openCall.ts";
import { createTab } from "../../stores/tab.fixture.ts";
import { SelectedItem } from "./SelectedItem.tsx";

async function openItem(item: Selection, argumentsText: string) {
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem(item);
  tab.stores.invocations.drafts.change(view.connection.serverId, `${item.kind} ${item.name}`, {
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
  const collections = await stores.collections();
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
      resultText: expect.stringContaining(answer),
    }),
  );
  await user.click(saved);
  expect(stores.view.getState().pane).toBe("collections");
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
