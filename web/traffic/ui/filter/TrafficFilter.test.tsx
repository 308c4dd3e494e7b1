// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import type { Initiator } from "../../../../shared/log/entry.ts";
import { classify } from "../../../../shared/protocol/jsonRpc.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../component.fixture.tsx";
import { Traffic } from "../Traffic.tsx";

/** Two calls of the user and one of a model. */
async function openCalls() {
  const tab = createTab();
  const call = (id: number, name: string, initiator: Initiator) => {
    const answer = {
      jsonrpc: "2.0",
      id,
      result: { content: [{ type: "text", text: `of ${name}` }] },
    };
    const request = { jsonrpc: "2.0", id, method: "tools/call", params: { name } };
    for (const [direction, text] of [
      ["out", request],
      ["in", answer],
    ] as const) {
      tab.stores.traffic.log.append(
        {
          kind: "message",
          carrier: "stdio",
          connectionId: "c",
          exchangeId: undefined,
          direction,
          batch: false,
          heads: [classify(text)],
          ...(direction === "out" && { initiator }),
        },
        encodeText(JSON.stringify(text)),
      );
    }
  };
  call(1, "echo", { kind: "user" });
  call(2, "add", { kind: "user" });
  call(3, "search", { kind: "model", id: "m" });
  const rendered = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Filter traffic" });
  const rows = () =>
    within(grid)
      .queryAllByRole("row")
      .filter((row) => !row.hasAttribute("data-part"))
      .map(({ textContent }) => /echo|add|search/.exec(textContent ?? "")?.[0]);
  await waitFor(() => expect(rows()).toEqual(["echo", "add", "search"]));
  return { ...rendered, field, rows };
}

const options = () =>
  within(screen.getByRole("listbox", { name: "Words of the filter" }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

/** The option that the field refers to. */
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("a filter is written with the keyboard alone, by words with their meaning and number", async () => {
  const { user, field, rows } = await openCalls();
  field.focus();
  await user.keyboard("{ArrowDown}");
  expect(options()).toContain("tool:Calls of a tool3");
  await user.keyboard("b");
  expect(options()).toEqual(["by:Who caused it6"]);
  expect(field.getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  await user.keyboard("{ArrowDown}");
  expect(active(field)).toMatch(/^by:/);
  await user.keyboard("{Enter}");
  expect(field.value).toBe("by:");
  expect(options()).toContain("by:modelChosen by a model in a conversation2");
  await user.keyboard("mo{ArrowDown}{Tab}");
  expect(field.value).toBe("by:model ");
  expect(document.activeElement).toBe(field);
  await waitFor(() => expect(rows()).toEqual(["search"]));
  await user.keyboard("{Escape}");
  expect(field.value).toBe("");
});

test("Escape closes the list before it empties the field, and Tab leaves a field without a choice", async () => {
  const { user, field } = await openCalls();
  field.focus();
  await user.keyboard("tool:e");
  expect(options()).toEqual(["tool:echo1", "tool:search1"]);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field.value).toBe("tool:e");
  await user.keyboard("{Tab}");
  expect(document.activeElement).not.toBe(field);
  expect(field.value).toBe("tool:e");
});

test("an option is chosen by a press, in the middle of the text as well", async () => {
  const { user, field } = await openCalls();
  await user.click(field);
  await user.paste("to or tool:add");
  field.setSelectionRange(2, 2);
  await user.keyboard("o");
  await user.click(screen.getByRole("option", { name: /^tool:/ }));
  expect(field.value).toBe("tool: or tool:add");
});

test("what is wrong is said with its place; the text stays and the rest filters", async () => {
  const { user, field, rows } = await openCalls();
  await user.click(field);
  await user.paste("tool:add /a(/");
  expect(field.value).toBe("tool:add /a(/");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const description = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toBe(
    "The regular expression is wrong at character 12: it is not finished.",
  );
  await waitFor(() => expect(rows()).toEqual(["add"]));
  await user.clear(field);
  await user.paste("tool:add or tool:echo");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await waitFor(() => expect(rows()).toEqual(["echo", "add"]));
});

test("a filter is stored only when it is saved, and chosen and removed again", async () => {
  const { user, field, stores } = await openCalls();
  const { savedFilters } = stores.traffic;
  await user.click(field);
  await user.paste("by:model");
  expect(savedFilters.getState()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Save this filter …" }));
  const save = await screen.findByRole("dialog", { name: "Save filter" });
  await user.click(within(save).getByRole("textbox", { name: "Name" }));
  await user.paste("Chosen by models");
  await user.keyboard("{Enter}");
  expect(savedFilters.getState()).toEqual([{ text: "by:model", name: "Chosen by models" }]);
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Chosen by models/ }));
  expect(field.value).toBe("by:model");
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Filter syntax/ }));
  const dialog = await screen.findByRole("dialog", { name: "Filter syntax" });
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(savedFilters.getState()).toEqual([]);
});
