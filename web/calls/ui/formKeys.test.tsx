// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import { renderInTab } from "../../component.fixture.tsx";
import { checkValue } from "../../platform/validation/checkValue.ts";
import { itemKey } from "../store/drafts.ts";

/** The workbench with a tool of the demo server. */
async function openTool(name: string, argumentsText?: string) {
  const tab = createTab();
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "tool", name });
  const rendered = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await screen.findByRole("region", { name: "Result" });
  if (argumentsText === undefined) return rendered;
  const { drafts } = tab.stores.calls;
  act(() =>
    drafts.change(view.connection.serverId, itemKey({ kind: "tool", name }), { argumentsText }),
  );
  return rendered;
}
const result = () => screen.getByRole("region", { name: "Result" });

test.for([
  ["radio", "Medium"],
  ["combobox", "crust"],
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

test("Enter in the only field calls; in one of several fields it does not", async () => {
  const one = await openTool("echo");
  await one.user.type(screen.getByRole("textbox", { name: /Message/ }), "hello{Enter}");
  await waitFor(() => expect(result().textContent).toContain("Echo: hello"));
  one.unmount();
  const { user, stores } = await openTool("add");
  await user.type(screen.getByRole("textbox", { name: /^a/ }), "1{Enter}");
  await user.type(screen.getByRole("textbox", { name: /^b/ }), "2{Enter}");
  expect(stores.calls.runs.getState().size).toBe(0);
  expect(result().textContent).toBe("");
});

test("the problems of a call are named by the labels of their fields", async () => {
  const { user } = await openTool("echo");
  await user.click(screen.getByRole("button", { name: "Call tool" }));
  await user.click(await screen.findByRole("button", { name: /^1 problem/ }));
  const list = await screen.findByRole("list", { name: "Problems" });
  expect(list.textContent).toBe("Message: Required");
});

test("while the arguments are written the button keeps its name; the first press says what is wrong", async () => {
  const { user, stores } = await openTool("add");
  await user.type(screen.getByRole("textbox", { name: /^a/ }), "1");
  // the worker answers in order, so the form has its answer as well
  await act(async () => void (await checkValue({ type: "object" }, "{}")));
  expect(screen.queryByRole("button", { name: /problem/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Call tool" }));
  await screen.findByRole("button", { name: "Call anyway" });
  await screen.findByRole("button", { name: "1 problem with the arguments · b" });
  expect(stores.calls.runs.getState().size).toBe(0);
});

test("a required group that is missing counts as its required fields", async () => {
  const { user } = await openTool("order_pizza", '{"size":"m"}');
  await user.click(screen.getByRole("button", { name: "Call tool" }));
  const problems = await screen.findByRole("button", {
    name: "2 problems with the arguments · first: street",
  });
  await waitFor(() =>
    expect(
      document.querySelectorAll('input[aria-invalid="true"], textarea[aria-invalid="true"]'),
    ).toHaveLength(2),
  );
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^street/ }));
  await user.click(problems);
  const list = await screen.findByRole("list", { name: "Problems" });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    "address › street: Required",
    "address › city: Required",
  ]);
});

test("the headline of a tool's error is its words, which are said once", async () => {
  const { user } = await openTool("fail");
  await user.click(screen.getByRole("button", { name: "Call tool" }));
  const words = "The disk is full. Delete some files and try again.";
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(words));
  expect(screen.getAllByText(words)).toHaveLength(1);
  expect(result().textContent).toContain("isError: true");
});
