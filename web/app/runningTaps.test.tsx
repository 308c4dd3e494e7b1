// @vitest-environment jsdom
/** What other programs say over a tap joins the session of the user when they want it. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startModernServer } from "../../e2e/servers/modern.ts";
import { tapFolder } from "../../relay/cli/tap/tap.fixture.ts";
import { openRelay, temporaryFolder } from "../../relay/relay.fixture.ts";
import { createRelayTab } from "../relayTab.fixture.ts";
import { nothingLeft } from "../servers/store/connections/resumeState.ts";
import { initialize, startClient } from "../taps/store/taps.fixture.ts";
import { renderPage, status } from "./page.fixture.tsx";
import { restoreTab } from "./persistence/restoreTab.ts";
import { readTabContent } from "./persistence/tabContent.ts";

test("a tap is announced, joins when the user shows it, and its rows are those of another client", async () => {
  const state = temporaryFolder();
  const server = await startModernServer();
  onTestFinished(server.close);
  const relay = await openRelay({ allowOrigins: [location.origin], tapFolder: tapFolder(state) });
  const page = renderPage(await createRelayTab({}, relay));
  await page.connect(server.url);
  await waitFor(() => expect(status().textContent).toMatch(/^Connected/));
  const open = () => [...page.stores.servers.all.getState().open.values()];
  const [own] = open();
  const focused = document.activeElement;

  const client = startClient(state, "odd.mjs");
  await client.send(initialize.method, initialize.params);
  const notice = await screen.findByRole("region", { name: "Running tap" });
  expect(within(notice).getByRole("status").textContent).toContain("odd.mjs is tapped");
  expect(document.activeElement).toBe(focused);
  expect(open()).toEqual([own]);
  await page.press("Ignore tap odd.mjs");
  await client.send("tools/list");
  expect(screen.queryByRole("region", { name: "Running tap" })).toBeNull();

  const other = startClient(state, "notes");
  await other.send(initialize.method, initialize.params);
  other.write({ method: "notifications/ask", params: { times: 3 } });
  await page.press("Show tap notes");
  await waitFor(() => expect(status().textContent).toMatch(/^Tapping · 2025-06-18 · stdio/));
  expect(open().map(({ name }) => name)).toEqual([own?.name, "notes"]);
  const ofTap = within(screen.getByRole("group", { name: "notes" }));
  const sessions = within(await ofTap.findByRole("region", { name: "Sessions" }));
  const [now, ...others] = sessions.getAllByRole("button");
  expect(now?.textContent).toMatch(/^Now ?\d+ messages$/);
  expect(others).toEqual([]);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const pings = await within(grid).findByRole("row", { name: /ping ?×3/ });
  expect(pings.textContent).toContain("no response yet");
  expect(within(grid).queryByText(/waits for you/)).toBeNull();
  // a tap has all that its client did: what is missing was not asked for
  await screen.findByRole("button", { name: /^Tools\s*not asked$/ });
  expect(screen.getByTitle("The client has not sent tools/list.")).toBeDefined();

  const rowsOf = (name: string) => within(grid).queryAllByRole("img", { name }).length;
  expect(rowsOf("notes")).toBeGreaterThan(2);
  // each row says whose it is
  const badges = page.stores.connections.open
    .getState()
    .flatMap(({ name }) => within(grid).queryAllByRole("img", { name }));
  expect(within(grid).getAllByRole("row")).toHaveLength(badges.length);

  // a reload asks nothing again: what was shown is shown, what was ignored is not announced
  const later = await createRelayTab({}, relay);
  restoreTab({
    stores: later.stores,
    content: structuredClone(readTabContent(page.stores, 0)),
    secrets: undefined,
    recording: undefined,
    entryServerId: undefined,
    left: nothingLeft,
    origin: 0,
  });
  const { recordings } = later.stores.taps;
  await waitFor(() => expect(recordings.getState().waiting).toEqual(["odd.mjs"]));
  expect(recordings.getState().ignored).toEqual(new Set(["odd.mjs"]));
  const shown = () => [...later.stores.servers.all.getState().open.values()];
  await waitFor(() => expect(shown().map(({ name }) => name)).toContain("notes"));

  await page.press("Stop showing");
  await waitFor(() => expect(open()).toEqual([own]));
  await other.send("tools/list");
  expect(open()).toEqual([own]);
  expect(screen.queryByRole("region", { name: "Running tap" })).toBeNull();
  await page.press("Add server");
  await page.user.click(await screen.findByRole("button", { name: /^odd\.mjs/ }));
  await waitFor(() => expect(open().map(({ name }) => name)).toContain("odd.mjs"));
});
