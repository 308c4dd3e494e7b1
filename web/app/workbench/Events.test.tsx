// @vitest-environment jsdom
/** Events of a server in the workbench: polled, streamed, and what is wrong with them. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startEvents } from "../../../e2e/servers/events/httpEvents.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { whenConnected } from "../stores/connectTab.fixture.ts";
import { createTab, setSettings } from "../stores/tab.fixture.ts";
import { SelectedItem } from "./SelectedItem.tsx";

test("events are polled and streamed into one log, and a repeated one is marked", async () => {
  const server = await startEvents();
  onTestFinished(server.close);
  const tab = createTab();
  tab.stores.servers.all.choose(server.url);
  setSettings(tab.stores, { hasEvents: true });
  tab.stores.connections.connector.connect();
  const view = await whenConnected(tab);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "event", name: "ticket.created" });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const limit = { timeout: 30_000 };
  await user.click(await screen.findByRole("button", { name: "Poll" }, limit));
  await screen.findByText(/No new events. The server asks to poll again after 1 second/, {}, limit);
  await server.source.emit("ticket.created", { title: "Broken lamp" });
  await server.source.emit("ticket.created", { title: "Again" }, { eventId: "evt_1" });
  await user.click(screen.getByRole("button", { name: "Poll" }));
  const log = await screen.findByRole("list", { name: "Events" }, limit);
  const lines = () =>
    within(log)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(lines()).toEqual([
    expect.stringMatching(/pollevt_1\{"title":"Again"\}.*1 finding$/),
    expect.stringMatching(/pollevt_1\{"title":"Broken lamp"\}$/),
  ]);
  await user.click(within(log).getAllByRole("button")[0] as HTMLElement);
  await within(log).findByText(/Event evt_1 came before/);

  await user.click(screen.getByRole("button", { name: "Stream" }));
  await waitFor(() => expect(server.source.streams()).toBe(1), limit);
  await server.source.emit("ticket.created", { title: "Live" });
  await waitFor(() => expect(lines()[0]).toMatch(/streamevt_3\{"title":"Live"\}$/), limit);
  await user.click(screen.getByRole("button", { name: "Stop stream" }));
  await waitFor(() => expect(server.source.streams()).toBe(0), limit);
});
