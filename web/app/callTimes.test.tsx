// @vitest-environment jsdom
/** Follows calls through every place that says how long they took. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startReplies } from "../../e2e/servers/replies.ts";
import { exportHar } from "../../shared/recording/export/har.ts";
import { exportReport } from "../../shared/recording/export/report.ts";
import { createCallHistory } from "../calls/store/history/callHistory.ts";
import type { HistoryCall } from "../calls/store/history/historyCall.ts";
import { recordCalls } from "../calls/store/history/recordCalls.ts";
import { HistoryTab } from "../calls/ui/history/HistoryTab.tsx";
import { HistoryView } from "../calls/ui/history/HistoryView.tsx";
import { renderInTab } from "../component.fixture.tsx";
import { formatMs } from "../messages/quantities.ts";
import { activeServer } from "../servers/store/server.ts";
import { recordSession } from "../sessions/store/recordSession.ts";
import { Traffic } from "../traffic/ui/Traffic.tsx";
import { createMemoryItems } from "./persistence/persistence.fixture.ts";
import { connectTab } from "./stores/connectTab.fixture.ts";
import { createTab } from "./stores/tab.fixture.ts";
import { SelectedItem } from "./workbench/SelectedItem.tsx";

/** A tab at a server whose tool `work` answers, and whose tool `hang` does not. */
async function openTab(revision: "2025-11-25" | "2026-07-28") {
  const capabilities = { tools: {} };
  const tools = ["work", "hang"].map((name) => ({ name, inputSchema: { type: "object" } }));
  const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  const server = await startReplies({ revision, capabilities }, ({ method, params }) => {
    if (method === "tools/list") return { result: { tools, ...complete } };
    if (method === "tools/call") {
      return params.name === "work" ? { result: { content: [], ...complete } } : undefined;
    }
    if (method !== "server/discover" || revision < "2026") {
      return { error: { code: -32601, message: "Method not found" } };
    }
    const serverInfo = { name: "times", version: "1" };
    return { result: { supportedVersions: [revision], capabilities, serverInfo, ...complete } };
  });
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  expect(view.client.agreement.revision).toBe(revision);
  onTestFinished(tab.stores.connections.connector.disconnect);
  return { tab, view, server };
}

/** The row of the call of a tool. */
const rowOf = (grid: HTMLElement, name: string) =>
  waitFor(() => {
    const rows = within(grid).getAllByRole("row");
    const found = rows.find(({ textContent }) => textContent?.includes(`tools/call ${name}`));
    if (!found) throw new Error(rows.map(({ textContent }) => textContent).join("\n"));
    return found;
  });

test.each(["2025-11-25", "2026-07-28"] as const)(
  "Result, Traffic, Timeline, History and exports agree on how long calls of %s took, also a cancelled one",
  async (revision) => {
    const { tab, view, server } = await openTab(revision);
    const { stores } = tab;
    const { runs, drafts } = stores.calls;
    const ended: HistoryCall[] = [];
    recordCalls({
      runs,
      drafts,
      servers: stores.servers.all,
      now: stores.clock.now,
      origin: 0,
      add: (call) => ended.push(call),
    });

    /** The words of Result once the tool has been called. */
    const call = async (name: string) => {
      stores.view.openItem({ kind: "tool", name });
      const item = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
      await item.user.click(await screen.findByRole("button", { name: "Call tool" }));
      await waitFor(() =>
        expect(server.asked.some(({ params }) => params?.name === name)).toBe(true),
      );
      if (name === "hang") {
        await item.user.click(await screen.findByRole("button", { name: /^Cancel/ }));
      }
      await waitFor(() => expect(ended.at(-1)?.item.name).toBe(name));
      const header = await waitFor(() => {
        const found = screen.getByRole("region", { name: "Result" }).querySelector("header");
        if (!found) throw new Error("There is no result");
        return found;
      });
      const words = header.textContent ?? "";
      item.unmount();
      return words;
    };
    const worked = await call("work");
    const hung = await call("hang");
    const [workMs, hangMs] = ended.map(({ ms }) => ms) as [number, number];
    expect(worked).toContain(formatMs(workMs));
    expect(hung).toContain(`Cancelled by you after ${formatMs(hangMs)}no response`);

    const traffic = renderInTab(<Traffic />, tab);
    const grid = await screen.findByRole("grid", { name: "Messages" });
    expect((await rowOf(grid, "work")).textContent).toContain(formatMs(workMs));
    expect((await rowOf(grid, "hang")).textContent).toMatch(
      new RegExp(`cancelled.*${formatMs(hangMs)}`),
    );
    await traffic.user.click(screen.getByRole("tab", { name: "Timeline" }));
    const perTool = await screen.findByRole("table", { name: /^Per tool/ });
    for (const [name, ms] of [
      ["work", workMs],
      ["hang", hangMs],
    ] as const) {
      const row = within(perTool).getByRole("row", { name: new RegExp(name) });
      const [calls, median, , longest] = within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent?.replace(/^≤ /, ""));
      expect([calls, median, longest]).toEqual(["1", formatMs(ms), formatMs(ms)]);
    }
    traffic.unmount();

    let ids = 0;
    const history = createCallHistory(createMemoryItems().items, () => String(++ids));
    for (const one of ended) await history.add(one);
    const inHistory = { ...stores, calls: { ...stores.calls, history: async () => history } };
    const earlier = renderInTab(<HistoryView query="" />, { ...tab, stores: inHistory });
    for (const [name, ms] of [
      ["work", workMs],
      ["hang", hangMs],
    ] as const) {
      const button = await screen.findByRole("button", { name: new RegExp(name) });
      expect(button.textContent).toContain(formatMs(ms));
    }
    earlier.unmount();

    const servers = stores.servers.all.getState();
    const { recording } = await recordSession({
      log: stores.traffic.log,
      server: activeServer(servers),
      servers,
      choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
      head: { server: { kind: "http", url: "https://times.example/mcp" } },
    });
    /** Exports round: to microseconds, then to milliseconds. */
    const agrees = (shown: number, ms: number) => expect(Math.abs(shown - ms)).toBeLessThan(1);
    const report = exportReport(recording).split("### ");
    const reported = (name: string) => {
      const section = report.find((one) => one.includes("tools/call") && one.includes(`"${name}"`));
      return /(?:Answered|Cancelled) after (\d+) ms/.exec(section ?? "");
    };
    expect(reported("work")?.[0]).toMatch(/^Answered/);
    agrees(Number(reported("work")?.[1]), workMs);
    expect(reported("hang")?.[0]).toMatch(/^Cancelled/);
    agrees(Number(reported("hang")?.[1]), hangMs);
    const har: readonly { time: number; request: { postData?: { text: string } } }[] = JSON.parse(
      exportHar(recording),
    ).log.entries;
    const ofHang = har.find(
      ({ request: { postData } }) => postData && JSON.parse(postData.text).params?.name === "hang",
    );
    agrees(ofHang?.time ?? Number.NaN, hangMs);
  },
);

test("a saved call, its row in Traffic and its part of Timeline show the same duration", async () => {
  const { tab } = await openTab("2025-11-25");
  const { stores } = tab;
  const collections = await stores.calls.collections();
  await collections.load();
  const saved = collections.saveCall({
    name: "saved",
    kind: "tool",
    item: "work",
    argumentsText: "{}",
    assertions: [],
  });
  if (!saved) throw new Error("It was not saved");
  const { all, shownId = "" } = collections.getState();
  const calls = all?.find(({ id }) => id === shownId)?.collection.calls ?? [];
  await collections.run(shownId, calls);
  const result = calls[0] && collections.getState().results.get(calls[0]);
  if (result?.kind !== "answered") throw new Error(`It is ${result?.kind}`);
  const shown = formatMs(result.answered.ms);

  stores.view.showPane("collections");
  const list = renderInTab(<HistoryTab renderConversations={() => null} />, tab);
  const inList = await screen.findByRole("list", { name: "Calls of the collection" });
  expect(inList.textContent).toContain(shown);
  list.unmount();

  const { user } = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  expect((await rowOf(grid, "work")).textContent).toContain(shown);
  await user.click(screen.getByRole("tab", { name: "Timeline" }));
  const perTool = await screen.findByRole("table", { name: /^Per tool/ });
  expect(within(perTool).getByRole("row", { name: /work/ }).textContent).toContain(shown);
});

test.each(["2025-11-25", "2026-07-28"] as const)(
  "a call of %s that the page left by disconnecting is nowhere said to be cancelled",
  async (revision) => {
    const { tab, server } = await openTab(revision);
    const { stores } = tab;
    stores.calls.invoke.open({ kind: "tool", name: "hang" });
    const asked = () => server.asked.some(({ params }) => params?.name === "hang");
    await waitFor(() => expect(asked()).toBe(true));
    stores.connections.connector.disconnect();

    const { user } = renderInTab(<Traffic />, tab);
    const grid = await screen.findByRole("grid", { name: "Messages" });
    const row = await rowOf(grid, "hang");
    await waitFor(() => expect(row.textContent).toContain("disconnected"));
    expect(row.textContent).not.toMatch(/cancel/i);
    await user.click(row);
    const detail = await screen.findByRole("region", { name: "Message detail" });
    await within(detail).findByText("The client disconnected before the request was answered.");
    expect(detail.textContent).not.toMatch(/cancel/i);

    const servers = stores.servers.all.getState();
    const { recording } = await recordSession({
      log: stores.traffic.log,
      server: activeServer(servers),
      servers,
      choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
      head: { server: { kind: "http", url: "https://times.example/mcp" } },
    });
    const report = exportReport(recording).split("### ").at(-1);
    expect(report).toMatch(/No answer: the client disconnected after \d+ ms\./);
    expect(report).not.toMatch(/cancel/i);
  },
);
