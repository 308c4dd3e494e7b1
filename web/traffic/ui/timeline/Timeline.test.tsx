// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startSessionsServer } from "../../../../e2e/servers/sessions.ts";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { classify } from "../../../../shared/protocol/jsonRpc.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, type Tab } from "../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../component.fixture.tsx";
import { Traffic } from "../Traffic.tsx";

/** Appends a message to the log, as it arrives from a process. */
function append({ stores }: Tab, direction: "in" | "out", body: object, at: number) {
  const text = { jsonrpc: "2.0", ...body };
  const facts = { carrier: "stdio", secrets: [], batch: false, exchangeId: undefined } as const;
  stores.traffic.log.append(
    { kind: "message", connectionId: "c", direction, heads: [classify(text)], ...facts },
    encodeText(JSON.stringify(text)),
    undefined,
    at,
  );
}

function call(tab: Tab, id: number, name: string, from: number, to: number, result: object = {}) {
  append(tab, "out", { id, method: "tools/call", params: { name } }, from);
  append(tab, "in", { id, result }, to);
}

/** Six calls of three tools, the last of which failed. */
function createCalls() {
  const tab = createTab();
  call(tab, 1, "forecast", 1000, 1212);
  call(tab, 2, "forecast", 2000, 2554);
  call(tab, 3, "compare", 3000, 7460);
  call(tab, 4, "forecast", 8000, 8300);
  call(tab, 5, "forecast", 8500, 8900);
  call(tab, 6, "broken", 9000, 9038, { isError: true, content: [] });
  return tab;
}

async function openTimeline(tab: Tab) {
  const rendered = renderInTab(<Traffic />, tab);
  await rendered.user.click(screen.getByRole("tab", { name: "Timeline" }));
  const lanes = await screen.findByRole("region", { name: "Lanes" });
  return { ...rendered, lanes };
}

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => {
      const name = within(row).getByRole("rowheader").textContent ?? "";
      return [
        name,
        ...within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent ?? ""),
      ];
    });

const toolTable = () => screen.getByRole("table", { name: /^Per tool/ });
const callsInLane = (lanes: HTMLElement) =>
  Number(
    /^Calls: (\d+)/.exec(within(lanes).getByRole("img", { name: /^Calls/ }).ariaLabel ?? "")?.[1],
  );
const callsInTable = () => cellsOf(toolTable()).reduce((sum, [, calls]) => sum + Number(calls), 0);

test("the calls of the table per tool are those of the lane, in the whole session and in a part", async () => {
  const { user, lanes } = await openTimeline(createCalls());
  expect(callsInLane(lanes)).toBe(6);
  expect(callsInTable()).toBe(6);
  lanes.focus();
  await user.keyboard("++");
  await waitFor(() => expect(callsInLane(lanes)).toBeLessThan(6));
  await waitFor(() => expect(callsInTable()).toBe(callsInLane(lanes)));
  expect(
    screen.getByRole("heading", { name: /^Per tool, in the chosen 3\.\d\d s$/ }),
  ).toBeDefined();
  await user.keyboard("0");
  await waitFor(() => expect(callsInTable()).toBe(6));
});

test("durations are those of the rows, to the shown digit; 95 % of fewer than five calls is –", async () => {
  const { user } = await openTimeline(createCalls());
  const tools = cellsOf(toolTable());
  expect(tools.map(([name, calls, , p95, , , failed]) => [name, calls, p95, failed])).toEqual([
    ["compare", "1", "–", "0"],
    ["forecast", "4", "–", "0"],
    ["broken", "1", "–", "1"],
  ]);
  await user.click(screen.getByRole("button", { name: "All spans as a table" }));
  const spans = cellsOf(await screen.findByRole("table", { name: "Spans" }));
  const took = spans.map(([name, , , duration]) => [name, duration]);
  const longestOf = (name: string) => tools.find(([own]) => own === name)?.[4];
  expect(took).toContainEqual(["compare", longestOf("compare")]);
  await user.click(screen.getByRole("tab", { name: "Messages" }));
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const rows = within(grid)
    .getAllByRole("row")
    .map(({ textContent }) => textContent ?? "");
  for (const [name = "", duration = ""] of took) {
    expect(rows.filter((row) => row.includes(name) && row.includes(duration))).not.toEqual([]);
  }
});

test("a span that is chosen in the table is the selected message", async () => {
  const { user, stores } = await openTimeline(createCalls());
  await user.click(screen.getByRole("button", { name: "All spans as a table" }));
  const table = await screen.findByRole("table", { name: "Spans" });
  await user.click(within(table).getByRole("button", { name: "compare" }));
  const detail = screen.getByRole("region", { name: "Selected span" });
  expect(detail.textContent).toContain("from 2.00 to 6.46 s");
  await user.click(within(detail).getByRole("button", { name: "Open in Messages" }));
  expect(stores.view.getState()).toMatchObject({ trafficView: "messages", selectedSeq: 4 });
});

test("the handles of the brush move by key, and the filter leaves spans out", async () => {
  const { user, lanes } = await openTimeline(createCalls());
  const end = screen.getByRole("slider", { name: "End of the chosen time" });
  end.focus();
  await user.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}");
  await waitFor(() => expect(callsInLane(lanes)).toBe(3));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(callsInLane(lanes)).toBe(6));
  await user.type(screen.getByRole("searchbox", { name: "Filter traffic" }), "compare");
  await waitFor(() => expect(callsInLane(lanes)).toBe(1));
});

test("the brush limits the messages and the server's output, which say so and can show all again", async () => {
  const tab = createCalls();
  for (const [at, data] of [
    [9100, "early"],
    [9900, "late"],
  ] as const) {
    append(tab, "in", { method: "notifications/message", params: { level: "info", data } }, at);
  }
  const { user, lanes } = await openTimeline(tab);
  const start = screen.getByRole("slider", { name: "Start of the chosen time" });
  start.focus();
  await user.keyboard("{End}{ArrowLeft}{ArrowLeft}");
  await within(lanes).findByRole("img", { name: "Calls: 0" });
  await user.click(screen.getByRole("tab", { name: "Messages" }));
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const rows = () => within(grid).getAllByRole("row").length;
  expect(rows()).toBe(1);
  await user.click(screen.getByRole("tab", { name: "Server output" }));
  await screen.findByRole("log", { name: "Server output" });
  // another list is drawn for another time
  const output = () => screen.getByRole("log", { name: "Server output" }).textContent;
  await waitFor(() => expect(output()).toContain("late"));
  expect(output()).not.toContain("early");
  await user.click(screen.getByRole("button", { name: /show the whole time$/ }));
  await waitFor(() => expect(output()).toContain("early"));
});

test("a connection has its requests and its stream in lanes", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const tab = createTab();
  await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const { lanes } = await openTimeline(tab);
  await within(lanes).findByRole("img", { name: /^Other requests: \d/ });
  expect(within(lanes).queryByRole("img", { name: /^Calls/ })).toBeNull();
  expect(screen.queryByRole("table", { name: /^Per tool/ })).toBeNull();
});
