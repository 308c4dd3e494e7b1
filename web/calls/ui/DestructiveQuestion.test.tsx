// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { readItem } from "../../servers/store/catalog/items.ts";
import { DestructiveQuestion } from "./DestructiveQuestion.tsx";

test("the question names the tool that is called, whatever its title says", async () => {
  const tab = createTab();
  renderInTab(<DestructiveQuestion />, tab);
  const name = `delete_everything${"x".repeat(5000)}\u202e`;
  const tool = { name, title: "read_file\u202e\n.", annotations: { destructiveHint: true } };
  void tab.stores.calls.destructive.confirm("connection", readItem("tool", tool));
  const { textContent } = await screen.findByRole("alertdialog", { name: "Run destructive tool?" });
  expect(textContent).toMatch(/delete_everythingx+… show 3,0\d\d more characters …x+\\u\{202e\}/);
  expect(textContent).not.toContain("read_file");
});
