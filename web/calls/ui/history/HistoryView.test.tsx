// @vitest-environment jsdom
/** The history of calls, with the real store and its encryption. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMemoryItems } from "../../../app/persistence/persistence.fixture.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../component.fixture.tsx";
import { createCallHistory } from "../../store/history/callHistory.ts";
import type { HistoryCall } from "../../store/history/historyCall.ts";
import { HistoryView } from "./HistoryView.tsx";

const call = (name: string, at: number, more: Partial<HistoryCall> = {}): HistoryCall => ({
  at,
  server: "https://one.example/mcp",
  item: { kind: "tool", name },
  argumentsText: `{"of":"${name}"}`,
  end: "result",
  resultText: `{"content":[{"type":"text","text":"by ${name}"}]}`,
  isCut: false,
  ms: 5,
  ...more,
});

async function open(calls: readonly HistoryCall[], query = "") {
  let ids = 0;
  const history = createCallHistory(createMemoryItems().items, () => String(++ids));
  for (const one of calls) await history.add(one);
  const tab = createTab();
  const stores = { ...tab.stores, calls: { ...tab.stores.calls, history: async () => history } };
  return { history, ...renderInTab(<HistoryView query={query} />, { ...tab, stores }) };
}

const detail = () => screen.findByRole("article", { name: "Earlier call" });
const count = () => screen.getAllByRole("status")[0]?.textContent;
const button = (name: string | RegExp) => screen.findByRole("button", { name });

test("the newest call is shown; another is pinned and deleted", async () => {
  const { user, history } = await open([call("first", 1000), call("second", 2000)]);
  expect((await detail()).textContent).toContain("second");
  await user.click(await button(/first/));
  expect((await detail()).textContent).toContain("by first");
  await user.click(await button("Pin"));
  await button("Unpin");
  expect(history.calls.getState().calls?.find(({ isPinned }) => isPinned)?.item.name).toBe("first");
  await user.click(await button("Delete"));
  await waitFor(() => expect(count()).toBe("1 call"));
  expect((await detail()).textContent).toContain("second");
});

test("a call that the user did not make says who made it", async () => {
  const model = { kind: "model", id: "GPT 5" } as const;
  const { user } = await open([
    call("own", 1000, { initiator: { kind: "user" } }),
    call("chosen", 2000, { initiator: model }),
  ]);
  expect((await detail()).textContent).toContain("called by the model GPT 5");
  within(await button(/chosen/)).getByRole("img", { name: "by the model GPT 5" });
  within(await button(/own/)).getByRole("img", { name: "by you" });
  await user.click(await button(/own/));
  expect((await detail()).textContent).not.toContain("called by");
});

test("words filter the calls", async () => {
  await open([call("alpha", 1000), call("beta", 2000)], "ALPHA");
  expect((await detail()).textContent).toContain("by alpha");
  expect(count()).toBe("1 of 2 calls");
});

test("two calls are compared, the older one first", async () => {
  const { user } = await open([call("work", 1000), call("work", 2000, { resultText: "{}" })]);
  await user.click(within(await detail()).getByRole("button", { name: "Compare" }));
  await button("Select the other call");
  const [, older] = await screen.findAllByRole("button", { name: /work/ });
  if (!older) throw new Error("There is one call only");
  await user.click(older);
  const comparison = await screen.findByRole("article", { name: /compar/i });
  expect(comparison.textContent).toContain("by work");
});

test("the history is cleared after a question, pinned calls included", async () => {
  const { user, history } = await open([call("first", 1000)]);
  await user.click(await button("Clear history"));
  const question = await screen.findByRole("alertdialog", { name: "Clear the history?" });
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(history.calls.getState().calls).toHaveLength(1);
  await user.click(await button("Clear history"));
  const again = await screen.findByRole("alertdialog", { name: "Clear the history?" });
  await user.click(within(again).getByRole("button", { name: "Clear history" }));
  await screen.findByText("No calls yet");
});
