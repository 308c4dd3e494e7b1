// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { encodeText } from "../../../../../shared/core/bytes.ts";
import type { EntryDraft } from "../../../../../shared/log/entry.ts";
import { classify } from "../../../../../shared/protocol/jsonRpc.ts";
import { createTab } from "../../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../../component.fixture.tsx";
import { Traffic } from "../../Traffic.tsx";

/** Two processes of a tap's server, of which the second one lists a tool with another title. */
function createTapLog() {
  const tab = createTab();
  const { log } = tab.stores.traffic;
  const base = { connectionId: "c", exchangeId: undefined } as const;
  const say = (direction: "in" | "out", message: object, action?: "of-tap" | "for-tap") =>
    log.append(
      {
        ...base,
        kind: "message",
        carrier: "stdio",
        direction,
        batch: false,
        heads: [classify({ jsonrpc: "2.0", ...message })],
        ...(action && { change: { action } }),
      } as EntryDraft,
      encodeText(JSON.stringify({ jsonrpc: "2.0", ...message })),
    );
  const list = (id: string, title: string, isOfTap: boolean) => {
    say("out", { id, method: "tools/list" }, isOfTap ? "of-tap" : undefined);
    const result = { tools: [{ name: "read", title }] };
    say("in", { id, result }, isOfTap ? "for-tap" : undefined);
  };
  list("1", "Before it", false);
  list("2", "After it", true);
  const changes = [{ kind: "tools", name: "read", change: "changed" }] as const;
  const event = { kind: "restarted", pid: 2, ms: 12, changes } as const;
  log.append({ ...base, kind: "process", direction: "none", event });
  return tab;
}

test("the name of a changed tool, and the menu of its row, lead to the difference", async () => {
  const { user } = renderInTab(<Traffic />, createTapLog());
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const link = await within(grid).findByRole("button", { name: "Show difference in read" });
  const shows = async () => {
    const table = await screen.findByRole("table", { name: "Definition" });
    expect(within(table).getByRole("deletion").textContent).toContain("Before it");
    expect(within(table).getByRole("insertion").textContent).toContain("After it");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("table", { name: "Definition" })).toBeNull());
  };
  await user.click(link);
  await shows();
  grid.focus();
  await user.keyboard("{End}{Shift>}{F10}{/Shift}");
  await user.click(await screen.findByRole("menuitem", { name: "Show difference in read" }));
  await shows();
});
