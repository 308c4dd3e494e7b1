// @vitest-environment jsdom
import { Blob as NodeBlob } from "node:buffer";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDemo } from "../../../e2e/servers/demo.ts";
import { initiatorsOf } from "../../../shared/log/logSummary.fixture.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { readBaseline } from "../../../shared/report/baseline.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab, type Tab } from "../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { activeServer } from "../../servers/store/server.ts";
import { DeprecatedFeatures } from "../../servers/ui/overview/DeprecatedFeatures.tsx";
import { recordSession } from "../../sessions/store/recordSession.ts";
import { useEvidence } from "../../traffic/ui/EvidenceRows.tsx";
import { examinationProgress } from "../store/examinationProgress.ts";
import { ExamineView } from "./ExamineView.tsx";
import { FailedCount } from "./FailedCount.tsx";

/** As the workbench shows it. */
const Examine = () => (
  <>
    <output aria-label="On the tab">
      <FailedCount />
    </output>
    <ExamineView
      renderEvidence={useEvidence()}
      renderDeprecated={(id) => <DeprecatedFeatures connectionId={id} />}
    />
  </>
);
const onTab = () => screen.getByRole("status", { name: "On the tab" }).textContent;

async function openExamine(choices?: Parameters<typeof startDemo>[0]) {
  const demo = await startDemo(choices);
  onTestFinished(demo.close);
  const tab = createTab();
  const view = await connectTab(tab, demo.url);
  return { view, tab, ...renderInTab(<Examine />, tab) };
}

/** Revisions that a test does not need. */
const older = ["2025-06-18", "2025-03-26", "2024-11-05"];

const button = (name: string | RegExp) => screen.findByRole("button", { name });

test("without a server there is nothing to examine", async () => {
  renderInTab(<Examine />);
  expect(await screen.findByText("Nothing to examine")).toBeDefined();
});

test("deprecated features that the server uses are named before it is examined", async () => {
  await openExamine();
  const found = await screen.findByRole("region", { name: "Deprecated features" });
  expect(found.textContent).toContain("Uses 1 deprecated feature; earliest removal 2027-07-28");
  expect(found.textContent).toContain("Write logs to standard error");
});

test("the server of a recording is not contacted", async () => {
  const demo = await startDemo();
  onTestFinished(demo.close);
  const first = createTab();
  await connectTab(first, demo.url);
  const tab = await openCopy(first);
  renderInTab(<Examine />, tab);
  await screen.findByText("Nothing to examine");
  const { traffic, examine } = tab.stores;
  const { length } = traffic.log.snapshot();
  const serverId = tab.stores.servers.all.getState().activeId ?? "";
  expect(serverId).not.toBe("");
  const opened = await examine();
  opened.run(serverId, { allowsCalls: false, usesSavedCalls: false });
  expect(opened.getState().size).toBe(0);
  expect(traffic.log.snapshot().length).toBe(length);
});

/** Opens the session of a tab in another one. */
async function openCopy({ stores }: Tab, change = (text: string) => text): Promise<Tab> {
  const servers = stores.servers.all.getState();
  const server = activeServer(servers);
  const { recording } = await recordSession({
    log: stores.traffic.log,
    server,
    servers,
    choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url: server?.address ?? "" } },
  });
  const tab = createTab();
  const file = new NodeBlob([change(JSON.stringify(recording))]);
  await tab.stores.sessions.recordings.open({
    kind: "file",
    file: Object.assign(file, { name: "a" }) as never,
  });
  return tab;
}

test("asks, says what is sent, and shows the verdicts of a correct server", async () => {
  const { user, stores, view } = await openExamine({ isFast: true, refused: older });
  const entries = stores.traffic.log.snapshot().length;
  await user.click(await button(/^What is sent/));
  expect(screen.getAllByText("conformance/unknown").length).toBeGreaterThan(0);
  expect((await stores.examine()).getState().size).toBe(0);
  await user.click(await button("Run examination"));
  await button("Stop");
  await ended();
  const passed = await button(/^\d+ passed/);
  const numbers = screen.getByText("failed").closest("dl");
  expect(numbers?.textContent).toContain("failed0");
  expect(numbers?.textContent).toContain("warnings0");
  expect(passed.getAttribute("aria-expanded")).toBe("false");
  // the number is that of the rows
  const shown = Number(/\d+/.exec(passed.textContent ?? "")?.[0]);
  expect(numbers?.textContent).toContain(`passed${shown}`);

  // what a page cannot do could not run, with the way that can
  expect(screen.getByText(/A page cannot set Origin/)).toBeDefined();
  await user.click(passed);
  await user.click(await button(/An unknown method is answered with the error -32601/));
  // the rows of Traffic: time, method and what came of it
  const evidence = screen.getByRole("list", { name: "Evidence" });
  const [sent, received] = within(evidence).getAllByRole("button");
  expect(sent?.textContent).toMatch(/^sent[\d.]+conformance\/unknown/);
  expect(received?.textContent).toMatch(/^received[\d.]+conformance\/unknown.*Method not found/);
  await user.click(sent as HTMLElement);
  expect(stores.view.getState().selectedSeq).toBeGreaterThanOrEqual(entries);

  // an area shows its verdicts only
  await user.click(screen.getByRole("combobox", { name: "Parts" }));
  await user.click(await screen.findByRole("option", { name: /^Prompts/ }));
  expect(screen.queryByText(/An unknown method is answered/)).toBeNull();
  expect(screen.getByText("An unknown prompt is answered with an error")).toBeDefined();
  expect(screen.getByRole("region", { name: "Differences", hidden: true })).toBeDefined();

  // each request says which test sent it
  const unknown = initiatorsOf(stores.traffic.log, "conformance/unknown");
  expect(unknown.length).toBeGreaterThan(0);
  for (const cause of unknown) {
    expect(cause).toEqual({ kind: "examination", id: expect.stringMatching(/./) });
  }

  // the connection of the user is not touched, and its own are closed
  expect(view.client.session.closeReason()).toBeUndefined();
  const { entries: all } = stores.traffic.log.snapshot();
  const phases = all.flatMap((entry) => (entry.kind === "connection" ? entry.phase : []));
  const count = (phase: string) => phases.filter((each) => each === phase).length;
  expect(count("closed")).toBe(count("connecting") - 1);
}, 400_000);

test("a server that was corrected: one test runs again, and an expectation becomes stale", async () => {
  // while it is on, the answer to a ping is not empty
  const fault = { isOn: true };
  const { user, stores } = await openExamine({
    isFast: true,
    refused: ["2026-07-28", ...older],
    resultOf: (method) => (fault.isOn && method === "ping" ? { pong: true } : undefined),
  });
  const examine = await stores.examine();
  const serverId = stores.servers.all.getState().activeId ?? "";
  const outcomes = async () =>
    (await examine.report(serverId))?.verdicts.flatMap(({ rule, outcome, isExpected }) =>
      rule.endsWith("-stale") || outcome === "violation" ? [[rule, isExpected ?? false]] : [],
    );
  const count = (name: string) =>
    screen.getByText(name, { selector: "dt" }).parentElement?.textContent;

  await user.click(await button("Run examination"));
  const failed = { name: /^failed/ };
  const row = await screen.findByRole("button", failed, { timeout: 180_000 });
  expect(count("failed")).toBe("failed1");
  await waitFor(() => expect(onTab()).toBe("1"));
  await ended();
  await user.click(row);
  const verdict = within(screen.getByRole("region", { name: "Verdict" }));
  const factOf = (name: string) => verdict.getByText(name).nextElementSibling?.textContent;
  expect(factOf("Expected")).toMatch(/^ping is answered with an empty result/);
  expect(factOf("Seen")).toBe('A result: {"pong":true}');
  expect(verdict.getAllByText("Fix:")).toHaveLength(1);
  expect(verdict.getByText("Fix:").parentElement?.textContent).toBe(
    "Fix: Answer ping with an empty object.",
  );
  // the messages are there, with the wrong place marked
  await waitFor(() =>
    expect(verdict.getByText('{"pong":true}', { selector: "mark" })).toBeDefined(),
  );
  for (const name of ["Run again", "Copy as failing test", "Expect it from now on"]) {
    expect(verdict.getByRole("button", { name })).toBeDefined();
  }
  await user.click(verdict.getByRole("button", { name: "Open in Traffic" }));
  expect(stores.view.getState().selectedSeq).toBeDefined();

  // an expected finding does not count, here and in what is exported
  await user.click(await button("Expect it from now on"));
  expect(count("failed")).toBe("failed0");
  expect(onTab()).toBe("");
  const rules = new Set((await outcomes())?.map(([rule]) => rule));
  expect([...rules]).toEqual(["ping"]);
  expect((await outcomes())?.every(([, isExpected]) => isExpected)).toBe(true);
  expect(readBaseline(examine.baseline(serverId))).toEqual([{ rule: "ping" }]);

  // only this one runs again
  fault.isOn = false;
  const before = stores.traffic.log.snapshot().length;
  await user.click(await button(/^1 expected/));
  await user.click(screen.getByRole("button", { name: /^expected/ }));
  await user.click(await button("Run again"));
  const stale = await screen.findByRole("button", { name: /it is expected to fail/ }, limit);
  expect(stores.traffic.log.snapshot().length - before).toBeLessThan(200);
  expect(count("failed")).toBe("failed1");
  expect(await outcomes()).toEqual([["baseline-stale", false]]);
  await user.click(stale);
  await user.click(await button("No longer expect it"));
  expect(count("failed")).toBe("failed0");
  expect(await outcomes()).toEqual([]);

  // the next examination is compared with this one
  fault.isOn = true;
  await user.click(await button("Run examination"));
  await user.click(await button(/^Examinations/));
  expect(
    within(screen.getByRole("list", { name: "Examinations" })).getAllByRole("listitem"),
  ).toHaveLength(1);
  await user.click(await button("Run examination"));
  await ended();
  await user.click(screen.getByRole("combobox", { name: "Parts" }));
  await user.click(await screen.findByRole("option", { name: /^Changed/ }));
  await user.click(screen.getByRole("button", { name: /^failed\s*new/ }));
  const past = screen.getByRole("list", { name: "Over time" });
  const seen = within(past)
    .getAllByRole("img")
    .map((each) => each.getAttribute("aria-label"));
  expect(seen).toEqual(["passed", "failed"]);
}, 600_000);

const limit = { timeout: 180_000 };

/** The examination has ended. */
const ended = () => screen.findByText(/Share includes them/, {}, limit);

test("the number to come only decreases, and a revision without a column says why", async () => {
  const { user, stores } = await openExamine({ isFast: true, refused: older });
  const examine = await stores.examine();
  const serverId = stores.servers.all.getState().activeId ?? "";
  const counts: number[] = [];
  const note = () => {
    const run = examine.getState().get(serverId);
    if (run?.state !== "running") return;
    counts.push(examinationProgress(run, examine.verdicts(serverId)).toCome.length);
  };
  onTestFinished(examine.subscribe(note));
  onTestFinished(stores.traffic.log.subscribe(note));
  await user.click(await button("Run examination"));
  const bar = await screen.findByRole("progressbar", { name: /^Examining/ });
  const [, total] = /of (\d+)$/.exec(bar.getAttribute("aria-valuetext") ?? "") ?? [];
  expect(bar.getAttribute("aria-valuemax")).toBe(total);
  expect(Number(total)).toBeGreaterThan(30);
  const toCome = screen.getByText("tests to come").parentElement?.textContent;
  expect(toCome).toMatch(/^tests to come\d+$/);
  // what runs has its sign in its own cell
  await screen.findByRole("img", { name: /^20\d\d-\d\d-\d\d: running$/ });
  await ended();
  expect(counts[0]).toBeGreaterThan(100);
  expect(counts.at(-1)).toBe(0);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  await user.click(await button(/do(es)? not apply/));
  const left = await screen.findByRole("list", { name: /not examined/ }, limit);
  const because = "not examined. The server did not accept initialize.";
  expect(left.textContent).toBe(older.map((revision) => `${revision}: ${because}`).join(""));
}, 400_000);

test("what was not run before Stop is not said to be not applicable", async () => {
  const { user, stores } = await openExamine({ isFast: true });
  await user.click(await button("Run examination"));
  const examine = await stores.examine();
  const serverId = stores.servers.all.getState().activeId ?? "";
  const isSecond = () => examine.verdicts(serverId).some(({ revision }) => revision < "2026");
  await waitFor(() => expect(isSecond()).toBe(true), limit);
  await user.click(await button("Stop"));
  await screen.findByText(/It was stopped before the end/);
  const passed = await button(/^\d+ passed/);
  if (passed.getAttribute("aria-expanded") === "false") await user.click(passed);
  const stream = await button(/A request is answered as JSON or as an event stream/);
  const cells = within(stream.closest('[role="row"]') as HTMLElement);
  cells.getByRole("img", { name: "2026-07-28: passed" });
  cells.getByRole("img", { name: "2025-11-25: not run" });

  // the log alone has the verdicts
  act(() => stores.traffic.log.clear());
  await screen.findByRole("heading", { name: "Does this server follow the specification?" });
}, 400_000);

test("saved calls are offered, and sent only if they are chosen", async () => {
  const tab = createTab();
  const collections = await tab.stores.calls.collections();
  await collections.load();
  const argumentsText = '{"text":"a saved call"}';
  const name = "saved";
  collections.saveCall({ name, kind: "tool", item: "echo", argumentsText, assertions: [] });
  const demo = await startDemo();
  onTestFinished(demo.close);
  await connectTab(tab, demo.url);
  const { user, stores } = renderInTab(<Examine />, tab);
  await user.click(await screen.findByRole("checkbox", { name: /saved calls \(1\)/ }));
  await user.click(await button("Run examination"));
  const { log } = stores.traffic;
  const isSent = async () => {
    for (const { seq, kind, direction } of log.snapshot().entries) {
      if (kind !== "message" || direction !== "out") continue;
      if (new TextDecoder().decode(await log.read(seq)).includes("a saved call")) return true;
    }
    return false;
  };
  await vi.waitFor(async () => expect(await isSent()).toBe(true), { timeout: 30_000 });
  await user.click(await button("Stop"));
}, 400_000);

test("Stop ends it at once, and what was found stays", async () => {
  const { user, stores, tab } = await openExamine();
  await user.click(await button("Run examination"));
  const examine = await stores.examine();
  const serverId = stores.servers.all.getState().activeId ?? "";
  await waitFor(() => expect(examine.verdicts(serverId).length).toBeGreaterThan(3));
  await user.click(await button("Stop"));
  await screen.findByText(/It was stopped before the end/);
  const verdicts = examine.verdicts(serverId);
  expect(examine.getState().get(serverId)?.state).toBe("stopped");
  expect(verdicts.length).toBeLessThan(150);
  await vi.waitFor(async () => {
    const report = await examine.report(serverId);
    expect(report?.verdicts).toHaveLength(verdicts.length);
  });

  // who opens the session sees the same verdicts, whoever wrote them, and contacts nobody
  const forged = (text: string) => text.replace('"rule":"', '"rule":"none-');
  const copies = [await openCopy({ ...tab, stores }), await openCopy({ ...tab, stores }, forged)];
  cleanup();
  for (const [at, copy] of copies.entries()) {
    renderInTab(<Examine />, copy);
    await screen.findByText(`${verdicts.length - at} verdicts`, { exact: false });
    const passed = await button(/^\d+ passed/);
    if (passed.getAttribute("aria-expanded") === "false") await user.click(passed);
    const [row] = screen.getAllByRole("button", { name: /^passed/ });
    await user.click(row as HTMLElement);
    expect(screen.getByRole("list", { name: "Evidence" })).toBeDefined();
    for (const name of ["Run examination", "Run again", "Export"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    cleanup();
  }

  // whatever the server repeats in a sentence
  const sentence = (await examine.report(serverId))?.verdicts[0]?.sentence ?? "";
  expect(sentence).not.toBe("");
  const reported = async () => JSON.stringify(await examine.report(serverId));
  stores.servers.all.change(serverId, { headers: [["X-Key", sentence]] });
  expect(await reported()).not.toContain(sentence);

  // and the token of a sign-in, which only the log has
  stores.servers.all.change(serverId, { headers: [] });
  expect(await reported()).toContain(sentence);
  const value = `Bearer ${sentence}`;
  createRecorder(
    stores.traffic.log,
    "sign-in",
  )({
    kind: "http-request",
    direction: "out",
    exchangeId: "1",
    http: { method: "POST", url: "http://127.0.0.1/mcp", headers: [["Authorization", value]] },
    secrets: [{ part: "header:authorization", start: 7, end: value.length, kind: "token" }],
  });
  expect(await reported()).not.toContain(sentence);
}, 400_000);

test("clients are compared with what the session has shown, and nothing is sent", async () => {
  const { user, tab } = await openExamine();
  await user.click(await screen.findByRole("radio", { name: "Clients" }));
  const table = await screen.findByRole("region", { name: "Known clients" });
  expect(within(table).getAllByRole("row").length).toBeGreaterThan(20);
  // the list is read after connecting, and compared then
  await within(table).findByRole("button", { name: /^Cursor, List: no known fact/ });
  const hosted = within(table).getByRole("row", { name: /^claude\.ai/ });
  expect(hosted.textContent).toContain("needs a public address");
  const cell = within(table).getByRole("button", { name: /^claude\.ai, Reach: not seen/ });
  await user.click(cell);
  const detail = screen.getByRole("region", { name: "claude.ai, Reach" });
  expect(detail.textContent).toContain("It runs at its vendor");
  expect(detail.textContent).toContain("anthropics/claude-ai-mcp#85, 2026-08");
  expect(detail.textContent).toContain("Fix:");
  await user.click(within(detail).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "claude.ai, Reach" })).toBeNull();
  // a cell against which nothing speaks has its facts, each with source, day and kind
  await user.click(within(table).getByRole("button", { name: /^Cursor, List: no known fact/ }));
  const list = within(screen.getByRole("region", { name: "Cursor, List" }));
  const shownFacts = within(list.getByRole("list", { name: "Facts" })).getAllByRole("listitem");
  for (const { textContent } of shownFacts) {
    expect(textContent).toMatch(
      / \((?:source|recording|thread|claim) .+, (?:\d{4}[-\d]*|undated)\)$/,
    );
  }
  const { entries } = tab.stores.traffic.log.snapshot();
  const causes = new Set(entries.flatMap(({ initiator }) => initiator?.kind ?? []));
  expect([...causes]).toEqual(["engine"]);
});
