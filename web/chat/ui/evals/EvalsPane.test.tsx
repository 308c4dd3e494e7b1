// @vitest-environment jsdom
import { Blob as NodeBlob } from "node:buffer";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startModelServer } from "../../../../e2e/servers/models.ts";
import { demoUrl } from "../../../../shared/demo/demoUrl.ts";
import { evalFormat } from "../../../../shared/evals/evalSuite.ts";
import { initiatorsOf } from "../../../../shared/log/logSummary.fixture.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { ChatPane } from "../../../app/workbench/ChatPane.tsx";
import { fill, pick, renderInTab } from "../../../component.fixture.tsx";
import { configuredAt } from "../../../sampling/store/models.fixture.ts";
import { recordSession } from "../../../sessions/store/recordSession.ts";

const suite = {
  format: evalFormat,
  name: "Sums",
  repeat: 2,
  cases: [
    { name: "adds", message: "add 2 and 40", expect: [{ kind: "only", tool: "add" }] },
    { name: "echoes", message: "echo a", expect: [{ kind: "first", tool: "add" }] },
  ],
};

/** Evals with the demo server and a model of the test server. */
async function openEvals() {
  const tab = createTab();
  await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const server = await startModelServer();
  onTestFinished(server.close);
  const { models } = await tab.stores.sampling.openModels();
  models.add(configuredAt(server, "openai"));
  const { evals } = await tab.stores.chat();
  evals.add(JSON.stringify(suite));
  const { user } = renderInTab(<ChatPane />, tab);
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole("button", { name }));
  const calls = () => tab.stores.calls.runs.getState();
  const choose = (label: string, option: RegExp) =>
    pick(user, screen.getByRole("combobox", { name: label }), option);
  const idle = () => screen.findByRole("button", { name: /^Run \d/ });
  await press(/^Run 4/);
  // the first model is the one of the server, which answers without a call
  await idle();
  return { ...tab, user, server, evals, press, choose, calls, idle };
}

/** The files that are offered to the user from now on. */
function savedFiles(): readonly Blob[] {
  const saved: Blob[] = [];
  const createObjectURL = (blob: Blob) => String(saved.push(blob));
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  return saved;
}
const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(`^${name}`) });

test("a suite is run dry and live, with rates, confused tools and how many tools the cases led to", async () => {
  const { user, press, choose, calls, idle, evals, stores } = await openEvals();
  expect((await rowOf("adds")).textContent).toContain("0 of 2");
  await user.click(screen.getByRole("checkbox", { name: "My openai" }));
  await user.click(screen.getByRole("checkbox", { name: /^Scripted/ }));
  await press(/^Run 4/);
  await idle();
  expect(calls().size).toBe(0);
  expect((await rowOf("adds")).textContent).toContain("2 of 2");
  expect((await rowOf("echoes")).textContent).toContain("0 of 2");
  await press("echoes");
  await screen.findAllByText(/^Expected add as the first call. Found: echo/);
  const matrix = screen.getByRole("table", { name: "Expected and chosen tools" });
  expect(within(matrix).getAllByRole("cell", { name: "2" })).toHaveLength(2);
  screen.getByRole("heading", { name: "echo instead of add: 2 times" });
  screen.getByText(/^The cases led to \d+ of \d+ tools$/);
  screen.getByRole("img", { name: "Rates of 2 results" });

  await choose("Mode", /^Live/);
  await press(/^Run 4/);
  await idle();
  expect(calls().size).toBeGreaterThan(0);
  const made = calls();
  const { log } = stores.traffic;
  const causes = [...initiatorsOf(log, "tools/call"), ...initiatorsOf(log, "model")];
  expect(new Set(causes.map((cause) => JSON.stringify(cause)))).toEqual(
    new Set(['{"kind":"eval","id":"Sums"}']),
  );
  await choose("Mode", /calls of the last live/);
  await press(/^Run 4/);
  await idle();
  expect(calls()).toBe(made);
  const results = evals.getState().results;
  expect(results.map(({ mode }) => mode)).toEqual(["dry", "dry", "live", "recorded"]);
  expect(new Set(results.map(({ definitionHash }) => definitionHash)).size).toBe(1);
}, 60_000);

test("an opened recording answers the calls and has the tools, and no server is contacted", async () => {
  const { stores } = await openEvals();
  const { evals } = await stores.chat();
  await evals.run({ ...liveChoice, mayChange: false });
  const live = evals.getState().results.at(-1);
  const servers = stores.servers.all.getState();
  const [server] = servers.open.values();
  const { recording } = await recordSession({
    log: stores.traffic.log,
    server,
    servers,
    head: { server: { kind: "http", url: demoUrl } },
    choices: { excluded: new Set(), hasEvents: false, masked: [], keepsSecrets: true },
  });
  cleanup();

  const requests: unknown[] = [];
  const tab = createTab(async (url) => {
    requests.push(url);
    return new Response("", { status: 500 });
  });
  const there = (await tab.stores.chat()).evals;
  there.add(JSON.stringify(suite));
  const { user } = renderInTab(<ChatPane />, tab);
  await screen.findAllByText("No connected server has tools.");
  await pick(user, screen.getByRole("combobox", { name: "Mode" }), /of open recordings$/);
  screen.getByText("No recording is open.");
  const file = Object.assign(new NodeBlob([JSON.stringify(recording)]), { name: "session.json" });
  fireEvent.change(screen.getByLabelText("File of a recording"), { target: { files: [file] } });
  await user.click(await enabledButton(/^Run 4/));
  await waitFor(() => expect(there.getState().results[0]?.end).toBe("complete"));
  const [result] = there.getState().results;
  const transcripts = (one = result) => one?.runs.map(({ transcript }) => transcript);
  expect(result?.mode).toBe("recording");
  expect(JSON.stringify(transcripts())).toContain("tool_result");
  expect(transcripts()).toEqual(transcripts(live));
  expect(result?.definitionHash).toBe(live?.definitionHash);
  expect(requests).toEqual([]);
}, 60_000);

const liveChoice = {
  models: ["scripted"],
  repeat: undefined,
  mode: "live",
  judge: undefined,
} as const;

const enabledButton = (name: RegExp) =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>("button", { name });
    expect(button.disabled).toBe(false);
    return button;
  });

test("a suite cannot allow what the user did not", async () => {
  const { evals, calls } = await openEvals();
  const allow = ["toggle_tool"];
  const one = { name: "toggles", message: "toggle_tool {}", allow, expect: [] };
  evals.add(JSON.stringify({ ...suite, repeat: 1, cases: [one] }));
  await evals.run({ ...liveChoice, mayChange: false });
  expect(calls().size).toBe(0);
  await evals.run({ ...liveChoice, mayChange: true });
  expect(calls().size).toBe(1);
}, 60_000);

test("earlier results stay in reach, and a rate has changed only if the intervals part", async () => {
  const { user, evals, idle, press } = await openEvals();
  const withTool = (tool: string) => {
    const cases = [{ ...suite.cases[0], expect: [{ kind: "only", tool }] }];
    return JSON.stringify({ ...suite, repeat: 10, cases });
  };
  evals.add(withTool("echo"));
  const { activeId = "" } = evals.getState();
  await idle();
  const dry = { ...liveChoice, mode: "dry", mayChange: false } as const;
  await evals.run(dry);
  expect((await rowOf("adds")).textContent).toMatch(/^adds0 of 10/);
  // what went wrong alike is said once
  await press("adds");
  screen.getByText("scripted #1, #2, #3, #4, #5, #6, #7, #8, #9, #10 failed");
  evals.change(activeId, withTool("add"));
  await evals.run(dry);
  await waitFor(async () =>
    expect((await rowOf("All cases")).textContent).toMatch(/10 of 10.*better than on/),
  );
  await user.click(screen.getByRole("combobox", { name: "Result" }));
  const [, older] = await screen.findAllByRole("option");
  await user.click(older as HTMLElement);
  await waitFor(async () => expect((await rowOf("adds")).textContent).toMatch(/^adds0 of 10/));
  // a further run shows its own result
  await evals.run(dry);
  await waitFor(async () => expect((await rowOf("adds")).textContent).toMatch(/^adds10 of 10/));
}, 60_000);

test("a suite is not run before the servers that its cases name are connected", async () => {
  const { evals } = await openEvals();
  const [one] = suite.cases;
  const needing = (name: string) =>
    JSON.stringify({ ...suite, cases: [{ ...one, servers: [name] }] });
  evals.add(needing("Mail"));
  await screen.findByText("Cases need servers that are not connected: Mail.");
  const run = await screen.findByRole<HTMLButtonElement>("button", { name: /^Run 2/ });
  expect(run.disabled).toBe(true);
  const { activeId = "" } = evals.getState();
  evals.change(activeId, needing("Demo server"));
  await enabledButton(/^Run 2/);
}, 60_000);

test("frozen models answer without a request, and a broken suite keeps its text", async () => {
  const { user, server, press, choose, idle, evals } = await openEvals();
  await choose("Mode", /^Live/);
  await press(/^Run 4/);
  await idle();
  const asked = server.requests.length;
  await choose("Mode", /^Frozen/);
  await press(/^Run 4/);
  await idle();
  expect(server.requests).toHaveLength(asked);
  await press("Edit suite");
  const editor = await screen.findByRole("textbox", { name: "Suite as JSON" });
  await fill(user, editor, "{");
  await screen.findByText("The text is not a suite.");
  expect(evals.getState().suites[0]?.text).toBe("{");
}, 60_000);

test("a judge gives advice with its prompt, which decides nothing", async () => {
  const { user, server, press, choose, idle, evals } = await openEvals();
  const one = { ...suite.cases[0], judge: "Is the answer polite?" };
  evals.add(JSON.stringify({ ...suite, repeat: 1, cases: [one] }));
  await idle();
  // nothing is answered in a dry run, so there is nothing to judge
  expect(screen.queryByRole("combobox", { name: /^Judge/ })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "My openai" }));
  await user.click(screen.getByRole("checkbox", { name: /^Scripted/ }));
  await choose("Mode", /^Live/);
  await choose("Judge (advice only)", /^My openai/);
  const asked = server.requests.length;
  server.script({ text: ["No. It is curt."] });
  await press(/^Run 1/);
  await idle();
  expect(server.requests).toHaveLength(asked + 1);
  expect((await rowOf("adds")).textContent).toContain("1 of 1");
  await press("adds");
  screen.getByText("Judge (advice only): not good. No. It is curt.");
  await press("Prompt of the judge");
  expect(screen.getByText(/^You judge the work/).textContent).toContain("Is the answer polite?");
}, 60_000);

test("the lab runs the server's and edited definitions, and a proposal is judged by other cases", async () => {
  const { user, server, press, choose, evals } = await openEvals();
  await press("Description lab");
  await choose("Tool", /^echo/);
  await fill(user, screen.getByRole("textbox", { name: "Name" }), "repeat");
  await fill(user, screen.getByRole("textbox", { name: "Description" }), "Repeats a text");
  const files = savedFiles();
  await press("Export patch");
  await press("Export JSON");
  const [patch, json] = await Promise.all(files.map((file) => file.text()));
  expect(patch).toContain("a/echo.json\n");
  expect(patch).toContain('+  "name": "repeat",');
  expect(JSON.parse(json ?? "")).toMatchObject([
    { name: "repeat", description: "Repeats a text", inputSchema: { type: "object" } },
  ]);

  const asked = server.requests.length;
  await press("Run both, dry");
  const table = await screen.findByRole("table", { name: "Server and edited definitions" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
  expect(within(table).getByRole("row", { name: /^All cases/ }).textContent).toContain("none");
  const names = server.requests
    .slice(asked)
    .map(({ body }) =>
      body.tools.map((tool: { function: { name: string } }) => tool.function.name),
    );
  expect(names[0]).toContain("echo");
  expect(names.at(-1)).toContain("repeat");
  expect(names.at(-1)).not.toContain("echo");

  server.script({ text: ['{"add":{"description":"Adds two numbers"}}'] });
  await press("Propose descriptions");
  await screen.findByText(/^The model has seen every second case/);
  expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain("echo a");
  expect(evals.getState().suites[0]?.overlay).toEqual({
    add: { description: "Adds two numbers" },
  });
  await press("Run both, dry");
  const heldBack = await screen.findByRole("row", { name: /^Held back from the proposal/ });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
  // of the two cases, one is held back, which runs twice
  expect(within(heldBack).getAllByText(/of 2$/)).toHaveLength(2);

  server.script({ text: ["I would not change anything."] });
  await press("Propose descriptions");
  await screen.findByText("The model gave no proposal that can be read.");
  expect(Object.keys(evals.getState().suites[0]?.overlay ?? {})).toEqual(["add"]);
  await press("Discard edits");
  expect(evals.getState().suites[0]).toMatchObject({ overlay: {}, shownCases: [] });
}, 60_000);
