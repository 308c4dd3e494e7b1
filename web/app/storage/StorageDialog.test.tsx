// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { createCallHistory, historyDatabase } from "../../calls/store/history/callHistory.ts";
import { renderInTab } from "../../component.fixture.tsx";
import type { SealedItems } from "../../platform/storage/sealedItems.ts";

import { createMemoryItems } from "../persistence/persistence.fixture.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { StorageDialog } from "./StorageDialog.tsx";

beforeEach(() => localStorage.clear());

async function renderDialog() {
  const tab = createTab();
  const databases = new Map<string, SealedItems>();
  const sealedItems = async (name: string) => {
    const items = databases.get(name) ?? createMemoryItems().items;
    databases.set(name, items);
    return items;
  };
  const history = createCallHistory(await sealedItems(historyDatabase), tab.stores.newId);
  const calls = { ...tab.stores.calls, history: async () => history };
  const stores = { ...tab.stores, sealedItems, calls };
  const write = async (database: string) =>
    (await sealedItems(database)).write("one", "x".repeat(1000));
  return { tab: { ...tab, stores }, write };
}

/** The size that the dialog shows for a kind of data. */
const sizeOf = (title: string) =>
  within(screen.getByText(title).closest("li") as HTMLElement).getByText(/ (B|kB)$/).textContent;

test("every kind of stored data is shown with its size, and cleared alone", async () => {
  const { tab, write } = await renderDialog();
  for (const name of ["history", "collections", "chats"]) await write(`mcp-playground.${name}`);
  localStorage.setItem("mcp-playground.settings", "{}");
  localStorage.setItem("of-another-program", "{}");
  const { user } = renderInTab(<StorageDialog isOpen onOpenChange={() => {}} />, tab);
  await waitFor(() => expect(sizeOf("Servers, rules, layout and limits")).toBe("2 B"));
  const kinds = ["History of calls", "Saved calls", "Conversations and evals in Chat"];
  for (const kind of kinds) expect(sizeOf(kind)).toMatch(/^1(\.\d+)? kB$/);
  await user.click(screen.getByRole("button", { name: "Clear saved calls" }));
  await waitFor(() => expect(sizeOf("Saved calls")).toBe("0 B"));
  expect(sizeOf("History of calls")).not.toBe("0 B");
  await user.click(screen.getByRole("button", { name: "Clear settings" }));
  await waitFor(() => expect(sizeOf("Servers, rules, layout and limits")).toBe("0 B"));
  expect(Object.keys(localStorage)).toEqual(["of-another-program"]);
});

test("the dialog says why nothing is stored", async () => {
  const { tab } = await renderDialog();
  tab.stores.persistence.report("blocked");
  renderInTab(<StorageDialog isOpen onOpenChange={() => {}} />, tab);
  expect(screen.getByText("Nothing is stored at present")).toBeDefined();
});
