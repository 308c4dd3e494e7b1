// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab, renderInTab } from "../../component.fixture.tsx";
import { itemKey } from "../../stores/invocations/drafts.ts";
import { createTab } from "../../stores/tab.fixture.ts";
import { SelectedItem } from "./SelectedItem.tsx";

/** The workbench with a tool of the demo server. */
async function openTool(name: string, argumentsText: string) {
  const tab = createTab();
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "tool", name });
  const rendered = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await screen.findByRole("region", { name: "Result" });
  const { drafts } = tab.stores.invocations;
  act(() =>
    drafts.change(view.connection.serverId, itemKey({ kind: "tool", name }), { argumentsText }),
  );
  return rendered;
}
const result = () => screen.getByRole("region", { name: "Result" });

test.for([
  ["combobox", "Size"],
  ["checkbox", "basil"],
  ["radio", "false"],
  ["textbox", "quantity"],
  ["button", "Add item"],
  ["tab", "Form"],
] as const)("Ctrl+Enter calls while the %s %s has the focus", async ([role, name]) => {
  const pizza = '{"size":"m","address":{"street":"Main","city":"Bern"}}';
  const { user } = await openTool("order_pizza", pizza);
  const control = await screen.findByRole(role, { name: new RegExp(`^${name}`) });
  act(() => control.focus());
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(result().textContent).toContain("Bern"));
  expect(screen.queryByRole("listbox")).toBeNull();
});
