// @vitest-environment jsdom
/** What a recording does not have, and what happens after it was opened, is not shown as part of it, on any screen. */
import { Blob as NodeBlob } from "node:buffer";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../shared/demo/demoUrl.ts";
import type { MessageEntry } from "../../shared/log/entry.ts";
import { renderInTab } from "../component.fixture.tsx";
import { readItems } from "../servers/store/catalog/queries.ts";
import { connectedView } from "../servers/store/connections/connection.ts";
import { activeServer } from "../servers/store/server.ts";
import { reportMarkdown } from "../servers/ui/overview/report/reportMarkdown.ts";
import { serverReport } from "../servers/ui/overview/report/serverReport.ts";
import type { LinkBase } from "../sessions/store/linkBase.ts";
import { recordSession } from "../sessions/store/recordSession.ts";
import { ShareLink } from "../sessions/ui/share/ShareLink.tsx";
import type { SharedSession } from "../sessions/ui/share/useSharedSession.ts";
import { renderPage, shows, status } from "./page.fixture.tsx";
import { connectTab } from "./stores/connectTab.fixture.ts";
import { createTab } from "./stores/tab.fixture.ts";

/** A recording of a session with the demo, without the requests of some methods and their answers. */
async function recordWithout(methods: readonly string[]): Promise<File> {
  const tab = createTab();
  const { stores } = tab;
  onTestFinished(stores.connections.connector.disconnect);
  const view = await connectTab(tab, demoUrl);
  await readItems(view);
  const { log } = stores.traffic;
  const messages = log
    .snapshot()
    .entries.filter((entry): entry is MessageEntry => entry.kind === "message");
  const exchanges = new Set(
    messages
      .filter(
        ({ heads: [head] }) => head && "method" in head && methods.includes(head.method ?? ""),
      )
      .map(({ exchangeId }) => exchangeId),
  );
  const excluded = new Set(
    messages.filter(({ exchangeId }) => exchanges.has(exchangeId)).map(({ seq }) => seq),
  );
  const servers = stores.servers.all.getState();
  const { recording } = await recordSession({
    log,
    server: activeServer(servers),
    servers,
    choices: { excluded, hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url: demoUrl } },
  });
  const file = new NodeBlob([JSON.stringify(recording)]);
  return Object.assign(file, { name: "session.json" }) as unknown as File;
}

test("what was not recorded is neither none nor 0", async () => {
  const page = renderPage();
  const file = await recordWithout(["tools/list", "resources/list"]);
  await page.stores.sessions.recordings.open({ kind: "file", file });
  const section = async (name: RegExp) => screen.findByRole("button", { name });

  // the explorer
  await section(/^Tools\s*not recorded$/);
  await section(/^Resources\s*not recorded$/);
  await section(/^Prompts\s*[1-9]$/);
  expect(screen.queryByText("None.")).toBeNull();
  expect(screen.getByTitle("The recording has no answer to tools/list.")).toBeDefined();

  // the page of the server
  const numbers = (await screen.findByText("tools · not recorded")).closest("dl");
  expect(numbers?.textContent).toContain("tools · not recorded–");
  expect(numbers?.textContent).not.toContain("tokens");

  // its report
  const server = activeServer(page.stores.servers.all.getState());
  const { connection } = server ?? {};
  const view = connection && connectedView({ connection, state: connection.state.getState() });
  if (!view) throw new Error("nothing is shown");
  const source = { view, entries: [], clientCapabilities: undefined, at: new Date(0) };
  const report = serverReport({ ...source, findingsOf: undefined });
  expect(report.lists).toMatchObject({ Tools: "not-recorded", Prompts: expect.any(Number) });
  expect(report.tokens).toBeUndefined();
  const markdown = reportMarkdown(report);
  expect(markdown).toContain("- Tools: not recorded");
  expect(markdown).toContain("## Findings\n\nThe messages could not be checked.");
});

test("before Share has looked, neither secrets nor a size are said, and there is no link", () => {
  const session = { recording: undefined, isBusy: true, masked: [] } as unknown as SharedSession;
  const to = { url: "https://playground.example/", isLocal: false } as unknown as LinkBase;
  renderInTab(<ShareLink made={{ kind: "making" }} session={session} to={to} />);
  expect(document.body.textContent).toContain("secrets: not known yet");
  expect(document.body.textContent).toContain("size: not known yet");
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
});

test("what happens now stands below what was recorded, and has times of its own", async () => {
  const page = renderPage();
  const file = await recordWithout([]);
  await page.stores.sessions.recordings.open({ kind: "file", file });
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const titles = () => within(grid).queryAllByRole("rowheader");
  // the messages with which the recorded connection was made are in its row
  await within(grid).findByRole("row", { name: /Connected.*server\/discover/ });
  expect(titles()).toEqual([]);
  const before = within(grid).getAllByRole("row").length;
  await page.press("Connect and try it");
  await page.answer("Connect?", "Connect");
  await shows(status, /^Connected/);
  await waitFor(() =>
    expect(titles().map(({ textContent }) => textContent)).toEqual(["Recorded", "Now"]),
  );
  const rows = () =>
    within(grid)
      .getAllByRole("row")
      .toSorted((one, other) => top(one) - top(other))
      .map(({ textContent }) => textContent ?? "");
  await waitFor(() => expect(rows().at(-1)).not.toBe("Now"));
  const now = rows().indexOf("Now");
  expect(rows().indexOf("Recorded")).toBe(0);
  expect(now).toBe(before + 1);
  for (const first of [1, now + 1]) expect(rows()[first]).toMatch(/^(sent|received)?0\.000/);
});

/** Where a row is drawn, in pixels. */
const top = (row: HTMLElement) =>
  Number.parseFloat(/\((.*)px/.exec(row.style.transform)?.[1] ?? "");
