// @vitest-environment jsdom
/** Follows a call that waits for the user through every place that counts the seconds. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../shared/core/clock.ts";
import { demoUrl } from "../../shared/demo/demoUrl.ts";
import { renderInTab } from "../component.fixture.tsx";
import { RequestQueue } from "../inbox/ui/RequestQueue.tsx";
import { Traffic } from "../traffic/ui/Traffic.tsx";
import { whenConnected } from "./stores/connectTab.fixture.ts";
import { createTab, setSettings } from "./stores/tab.fixture.ts";
import { Requests } from "./workbench/Requests.tsx";
import { SelectedItem } from "./workbench/SelectedItem.tsx";

test.for([
  // later revisions ask in the answer, which ends the exchange
  ["ask_model", "2025-11-25", "waits for you"],
  // a task asks in the answers to its polls
  ["bake_cake", "2026-07-28", "task input required"],
] as const)(
  "while %s asks the user at %s, bar, card, list and row count the same seconds",
  async ([name, revision, words]) => {
    let later = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + later };
    const tab = createTab(undefined, undefined, clock);
    tab.stores.servers.all.choose(demoUrl);
    setSettings(tab.stores, { revision });
    tab.stores.connections.connector.connect();
    const view = await whenConnected(tab);
    onTestFinished(tab.stores.connections.connector.disconnect);
    tab.stores.view.openItem({ kind: "tool", name });
    const { user } = renderInTab(
      <>
        <SelectedItem view={view} questionsOf={(key) => <Requests itemKey={key} />} />
        <RequestQueue />
        <Traffic />
      </>,
      tab,
    );
    await user.click(await screen.findByRole("button", { name: "Call tool" }));
    const card = await screen.findByRole("region", { name: /^(?:Sampling|Elicitation) request/ });
    const grid = await screen.findByRole("grid", { name: "Messages" });
    const row = await waitFor(() => {
      const rows = within(grid).getAllByRole("row");
      const found = rows.find(({ textContent }) => textContent?.includes(words));
      if (!found) throw new Error(rows.map(({ textContent }) => textContent).join("\n"));
      return found;
    });
    const list = await screen.findByRole("list", { name: "Requests from servers" });
    const bar = screen.getByRole("status", { name: "State of the call" }).parentElement;
    const shown = () =>
      [bar, within(card).getByRole("timer", { name: "Waited" }), list, row].map(
        (place) => /\d+ s(?![a-z])/.exec(place?.textContent ?? "")?.[0],
      );
    for (const atLeast of [20, 50]) {
      later = atLeast * 1000;
      await waitFor(() => {
        const all = shown();
        expect(Number.parseInt(all[0] ?? "", 10)).toBeGreaterThanOrEqual(atLeast);
        expect(all).toEqual(all.map(() => all[0]));
      });
    }
  },
);
