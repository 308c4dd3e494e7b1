// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startResultsServer } from "../../../e2e/servers/results.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import { fill, renderInTab } from "../../component.fixture.tsx";
import { ToolQuestion } from "../../content/ToolQuestion.tsx";

/** The workbench of a connected server with one tool selected. */
async function openTool(name: string) {
  const server = await startResultsServer();
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "tool", name });
  const rendered = renderInTab(
    <>
      <SelectedItem view={view} questionsOf={() => null} />
      <ToolQuestion />
    </>,
    tab,
  );
  await screen.findByRole("region", { name: "Result" });
  return { ...rendered, server };
}
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const result = () => screen.getByRole("region", { name: "Result" });
const recent = () => screen.getByRole("list", { name: "Recent calls" });

test("a tool runs twice concurrently; both calls are shown, and each is cancelled", async () => {
  const { user, server } = await openTool("wait");
  await user.type(screen.getByRole("textbox", { name: "ms" }), "9000");
  await user.click(button("Call tool"));
  await user.click(await screen.findByRole("button", { name: "Call once more" }));
  await waitFor(() => expect(within(recent()).getAllByRole("listitem")).toHaveLength(2));
  expect(server.calls).toEqual(["wait", "wait"]);
  await user.click(button("Cancel call 1"));
  await waitFor(() => expect(recent().textContent).toContain("cancelled"));
  expect(result().getAttribute("aria-busy")).toBe("true");
  await user.click(button("Cancel request"));
  await waitFor(() => expect(result().getAttribute("aria-busy")).toBe("false"));
});

test("an earlier result is opened, and compared with the newest", async () => {
  const { user } = await openTool("rows");
  for (const count of ["2", "4"]) {
    await fill(user, screen.getByRole("textbox", { name: "count" }), count);
    await user.click(button("Call tool"));
    // a result that is a table opens as one
    await waitFor(() =>
      expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe(`${Number(count) + 1}`),
    );
  }
  await user.click(button("Recent calls"));
  const calls = within(recent()).getAllByRole("button", { name: /^Call / });
  expect(calls.map((call) => call.getAttribute("aria-current"))).toEqual([null, "true"]);
  await user.click(calls[0] as HTMLElement);
  await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("3"));
  await user.click(button("Compare call 2 with the one shown"));
  const table = await screen.findByRole("table", { name: "Results" });
  expect(table.querySelectorAll("ins").length).toBeGreaterThan(5);
  await fill(user, screen.getByRole("textbox", { name: "count" }), "1");
  await user.click(button("Call tool"));
  await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("2"));
});

test("a destructive tool asks once, and Cancel has the focus", async () => {
  const { user, server } = await openTool("remove");
  await user.click(button("Call tool"));
  const dialog = await screen.findByRole("alertdialog", { name: "Run destructive tool?" });
  const cancel = within(dialog).getByRole("button", { name: "Cancel" });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(server.calls).toEqual([]);

  await user.click(button("Call tool"));
  const run = await screen.findByRole("button", { name: "Run tool" });
  await waitFor(() => expect(run.getAttribute("aria-disabled")).toBeNull());
  await user.click(run);
  await waitFor(() => expect(result().textContent).toContain("Removed"));
  await user.click(button("Call tool"));
  await waitFor(() => expect(server.calls).toEqual(["remove", "remove"]));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a series of calls shows percentiles and a histogram, and can be stopped", async () => {
  const { user, server } = await openTool("valid");
  await user.click(button("Call options"));
  await fill(user, screen.getByRole("textbox", { name: "Calls" }), "30");
  await fill(user, screen.getByRole("textbox", { name: "At the same time" }), "4");
  await user.click(button("Run series"));
  const series = await screen.findByRole("region", { name: "Series of calls" });
  await waitFor(() => expect(series.textContent).toContain("30 of 30 calls"));
  expect(server.calls).toHaveLength(30);
  for (const name of ["min", "p50", "p90", "p99", "max", "mean"]) within(series).getByText(name);
  within(series).getByRole("img", { name: "Histogram of 30 durations" });
  await user.click(button("Close series"));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Series of calls" })).toBeNull());
});

test("a stopped series sends no further calls", async () => {
  const { user, server } = await openTool("wait");
  await user.type(screen.getByRole("textbox", { name: "ms" }), "5000");
  await user.click(button("Call options"));
  await user.click(button("Run series"));
  await screen.findByRole("region", { name: "Series of calls" });
  await waitFor(() => expect(server.calls).toHaveLength(1));
  await user.click(button("Stop series"));
  await screen.findByRole("button", { name: "Close series" });
  expect(server.calls).toHaveLength(1);
});

test("an item has a separate timeout", async () => {
  const { user } = await openTool("wait");
  await user.type(screen.getByRole("textbox", { name: "ms" }), "9000");
  await user.click(button("Call options"));
  await user.type(screen.getByRole("textbox", { name: "Timeout (s)" }), "0.2");
  screen.getByText("0.2 s timeout");
  await user.click(button("Call tool"));
  await waitFor(() => expect(result().textContent).toMatch(/no answer|timed out|timeout/i));
});

test.each([
  ["valid", "✓ fits its schema", undefined],
  ["mismatch", "does not match its schema", /outputSchema: 1 problem, the first at \/sum/],
  ["missing", "no structuredContent", /declares an outputSchema/],
])("the output of %s is checked: %s", async (name, word, sentence) => {
  const { user, stores } = await openTool(name);
  await user.click(button("Call tool"));
  await waitFor(() => within(result()).getByText(word));
  if (!sentence) return;
  expect(result().textContent).toMatch(sentence);
  const { findings } = stores.traffic;
  onTestFinished(findings.subscribe(() => {}));
  const found = () => [...(findings.snapshot()?.bySeq.values() ?? [])].flat();
  await waitFor(() =>
    expect(found().map((finding) => findingText(finding))).toContainEqual(
      expect.stringMatching(sentence),
    ),
  );
});

test("the result moves beside or below the request", async () => {
  const { user, stored } = await openTool("valid");
  expect(screen.queryByRole("separator", { name: "Resize result" })).toBeNull();
  await user.click(button("Call tool"));
  const separator = await screen.findByRole("separator", { name: "Resize result" });
  expect(separator.getAttribute("aria-orientation")).toBe("vertical");
  await user.click(button("Show the result below the request"));
  expect(separator.getAttribute("aria-orientation")).toBe("horizontal");
  expect(JSON.parse(stored.get("mcp-playground.workbench") ?? "")).toEqual({
    arrangement: "below",
    shares: {},
  });
});
