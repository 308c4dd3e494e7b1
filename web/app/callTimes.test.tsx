// @vitest-environment jsdom
/** Follows calls through every place that says how long they took. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startModelServer } from "../../e2e/servers/models.ts";
import { startReplies } from "../../e2e/servers/replies.ts";
import { personMs } from "../../shared/client/callTimes.ts";
import { exportHar } from "../../shared/recording/export/har.ts";
import { exportOtlp } from "../../shared/recording/export/otlp.ts";
import { exportReport } from "../../shared/recording/export/report.ts";
import { createCallHistory } from "../calls/store/history/callHistory.ts";
import type { HistoryCall } from "../calls/store/history/historyCall.ts";
import { recordCalls } from "../calls/store/history/recordCalls.ts";
import { HistoryTab } from "../calls/ui/history/HistoryTab.tsx";
import { HistoryView } from "../calls/ui/history/HistoryView.tsx";
import { RepeatReport } from "../calls/ui/results/outcome/RepeatReport.tsx";
import { renderInTab } from "../component.fixture.tsx";
import { formatMs } from "../messages/quantities.ts";
import { configuredAt, question } from "../sampling/store/models.fixture.ts";
import { GeneratePanel } from "../sampling/ui/generate/GeneratePanel.tsx";
import { activeServer } from "../servers/store/server.ts";
import { recordSession } from "../sessions/store/recordSession.ts";
import { Traffic } from "../traffic/ui/Traffic.tsx";
import { createMemoryItems } from "./persistence/persistence.fixture.ts";
import { connectTab } from "./stores/connectTab.fixture.ts";
import { createTab } from "./stores/tab.fixture.ts";
import { SelectedItem } from "./workbench/SelectedItem.tsx";

type Revision = "2025-11-25" | "2026-07-28";

/** Tools by what they do: answer, ask the user before that, never answer. */
const names: Readonly<Record<Revision, readonly string[]>> = {
  "2025-11-25": ["work", "ask", "hang"],
  // its questions are in answers, so that each of its exchanges ends before somebody is asked
  "2026-07-28": ["work", "hang"],
};

/** A tab at a server that has the tools of this revision. */
async function openTab(revision: Revision) {
  const capabilities = { tools: {} };
  const tools = names[revision].map((name) => ({ name, inputSchema: { type: "object" } }));
  const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  const server: Awaited<ReturnType<typeof startReplies>> = await startReplies(
    { revision, capabilities },
    async (message, response) => {
      const { id, method, params } = message;
      if (method === "tools/list") return { result: { tools, ...complete } };
      if (method === "tools/call") {
        if (params.name === "hang") return undefined;
        const result = { content: [], ...complete };
        if (params.name === "work") return { result };
        const write = (body: object) =>
          response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...body })}\n\n`);
        response.writeHead(200, { "content-type": "text/event-stream" });
        write({ id: "question", method: "elicitation/create", params: { message: "Go on?" } });
        await vi.waitFor(() => {
          if (!server.asked.some((answer) => answer.id === "question")) throw new Error("waits");
        });
        write({ id: id as number, result });
        response.end();
        return undefined;
      }
      if (method !== "server/discover" || revision < "2026") {
        return { error: { code: -32601, message: "Method not found" } };
      }
      const serverInfo = { name: "times", version: "1" };
      return { result: { supportedVersions: [revision], capabilities, serverInfo, ...complete } };
    },
  );
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
  "Result, Traffic, Timeline, History and exports agree on how long calls of %s took, also one that waited for the user and a cancelled one",
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
      if (name === "ask") {
        const [request] = await waitFor(() => {
          const open = stores.inbox.requests.getState();
          expect(open).toHaveLength(1);
          return open;
        });
        // long enough to be seen in each of the numbers below
        await screen.findByText(/timeout paused/);
        request?.answer({ kind: "result", text: '{"action":"decline"}' });
      }
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
    const heads = new Map<string, string>();
    for (const name of names[revision]) heads.set(name, await call(name));
    const took = new Map(ended.map(({ item, ms }) => [item.name, ms]));
    const waits = stores.calls.runs.getState();
    const waitOf = (name: string) => {
      const [run] = [...waits.values()].flatMap((own) => own.get(`tool ${name}`) ?? []);
      return run?.kind === "done" ? personMs(run) : Number.NaN;
    };
    const hangMs = took.get("hang") ?? Number.NaN;
    const answered = names[revision].flatMap((name) =>
      name === "hang" ? [] : [[name, took.get(name) ?? Number.NaN, waitOf(name)] as const],
    );
    for (const [name, ms, waited] of answered) {
      expect(heads.get(name)).toContain(formatMs(ms));
      expect([name, waited > 0]).toEqual([name, name === "ask"]);
    }
    expect(heads.get("hang")).toContain(`Cancelled by you after ${formatMs(hangMs)}no response`);

    const traffic = renderInTab(<Traffic />, tab);
    const grid = await screen.findByRole("grid", { name: "Messages" });
    for (const [name, ms, waited] of answered) {
      const row = await rowOf(grid, name);
      expect(row.textContent).toContain(formatMs(ms));
      await traffic.user.click(row);
      const detail = await screen.findByRole("region", { name: "Message detail" });
      await waitFor(() => expect(detail.textContent).toContain(formatMs(ms)));
      if (waited > 0) expect(detail.textContent).toContain(`${formatMs(waited)} waiting for you`);
    }
    expect((await rowOf(grid, "hang")).textContent).toMatch(
      new RegExp(`cancelled.*${formatMs(hangMs)}`),
    );
    await traffic.user.click(screen.getByRole("tab", { name: "Timeline" }));
    const perTool = await screen.findByRole("table", { name: /^Per tool/ });
    for (const [name, ms] of took) {
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
    for (const [name, ms] of took) {
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
    const spans = JSON.parse(exportOtlp(recording)).resourceSpans[0].scopeSpans[0].spans;
    for (const [name, ms, waited] of answered) {
      expect(reported(name)?.[0]).toMatch(/^Answered/);
      agrees(Number(reported(name)?.[1]), ms);
      const span = spans.find((one: { name: string }) => one.name === `tools/call ${name}`);
      const wait = span.attributes.find(
        ({ key }: { key: string }) => key === "mcp_playground.person_wait_ms",
      )?.value.stringValue;
      expect(wait === undefined).toBe(waited === 0);
      const whole = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
      agrees(whole - Number(wait ?? 0), ms);
    }
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

/** The number beside a name in a list of numbers. */
const numberOf = (list: HTMLElement, name: string) =>
  within(list).getByText(name).nextElementSibling?.textContent;

test("a series, the rows of its calls and their part of Timeline show the same durations", async () => {
  const { tab, view } = await openTab("2025-11-25");
  const { stores } = tab;
  const context = { serverId: "1", key: "tool work", client: view.client, limits: {} };
  const params = { name: "work", arguments: {} };
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await stores.calls.repeats.start(context, request, { calls: 3, parallel: 1 }, async () => true);
  const series = renderInTab(<RepeatReport serverId="1" itemKey="tool work" />, tab);
  const report = screen.getByRole("region", { name: "Series of calls" });
  const [min, max] = ["min", "max"].map((name) => numberOf(report, name));
  series.unmount();

  const { user } = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const rows = await waitFor(() => {
    const found = within(grid)
      .getAllByRole("row")
      .map(({ textContent }) => textContent ?? "")
      .filter((text) => text.includes("tools/call work"));
    expect(found).toHaveLength(3);
    return found;
  });
  const times = [...(stores.calls.repeats.getState().get("1 tool work")?.times ?? [])];
  expect(times).toHaveLength(3);
  for (const [index, ms] of times.entries()) expect(rows[index]).toContain(formatMs(ms));
  expect([min, max]).toEqual([Math.min(...times), Math.max(...times)].map(formatMs));
  await user.click(screen.getByRole("tab", { name: "Timeline" }));
  const perTool = await screen.findByRole("table", { name: /^Per tool/ });
  const cells = within(within(perTool).getByRole("row", { name: /work/ })).getAllByRole("cell");
  expect(cells[0]?.textContent).toBe("3");
  expect(cells.at(3)?.textContent?.replace(/^≤ /, "")).toBe(max);
});

test("the answer of a model to a sampling request and its row in Traffic show the same duration", async () => {
  const models = await startModelServer();
  onTestFinished(models.close);
  models.script({ text: ["One"] });
  const tab = createTab();
  const { stores } = tab;
  (await stores.sampling.openModels()).models.add(configuredAt(models, "openai"));
  const request = { text: JSON.stringify(question), revision: "2025-11-25" } as const;
  const panel = <GeneratePanel request={request} subject={{ kind: "request", key: "1" }} />;
  const sampling = await act(async () => renderInTab(panel, tab));
  await sampling.user.click(screen.getByRole("button", { name: "Generate" }));
  const answer = await screen.findByRole("region", { name: "Answer of My openai" });
  await waitFor(() => expect(answer.getAttribute("aria-busy")).toBe("false"));
  const [shown = ""] = /[\d.]+ (?:ms|s)/.exec(answer.textContent ?? "") ?? [];
  sampling.unmount();

  renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  await waitFor(() => {
    const rows = within(grid).getAllByRole("row");
    const texts = rows
      .map(({ textContent }) => textContent)
      .filter((text) => /model-1/.test(text ?? ""));
    expect(texts.map((text) => text?.includes(shown))).toEqual([true]);
  });
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
