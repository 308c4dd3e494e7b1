// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { fill, pick, renderInTab } from "../../component.fixture.tsx";
import { createTapControl } from "../store/tapControl.ts";
import { TapRules } from "./TapRules.tsx";

/** The rules of a tap without a session. */
async function openRules(transport: "stdio" | "http") {
  const control = createTapControl(systemClock, transport);
  const { user } = renderInTab(<TapRules serverId="s" control={control} />, createTab());
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  const dialog = await screen.findByRole("dialog", { name: "Add rule" });
  const act = async (rule: string, action: string) => {
    await user.click(screen.getByRole("button", { name: `Actions: ${rule}` }));
    await user.click(await screen.findByRole("menuitem", { name: action }));
  };
  return { user, control, dialog, act };
}

test("a rule that pauses is a sentence; it is switched off, edited and removed", async () => {
  const { user, control, act } = await openRules("stdio");
  await fill(user, screen.getByRole("textbox", { name: "Name" }), "add");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  const name = "Pause add on its way to the server, for at most 50 s";
  await user.click(await screen.findByRole("switch", { name }));
  expect(control.state.getState().breakpoints).toMatchObject([
    { isOn: false, where: { direction: "out", method: "tools/call", subject: "add" } },
  ]);
  await act(name, "Edit …");
  await screen.findByRole("dialog", { name: "Edit rule" });
  await fill(user, screen.getByRole("textbox", { name: "Filter" }), "body:x");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  await act("Pause add matching body:x on its way to the server, for at most 50 s", "Remove");
  expect(control.state.getState().breakpoints).toEqual([]);
});

test("faults are those of the transport, with their own fields, in the same list", async () => {
  const { user, control, dialog } = await openRules("http");
  const kind = within(dialog).getByRole("combobox", { name: "What happens" });
  await user.click(kind);
  expect(screen.queryByRole("option", { name: "Kill the server" })).toBeNull();
  await user.keyboard("{Escape}");
  await pick(user, kind, "HTTP status");
  await fill(user, screen.getByRole("textbox", { name: "Status" }), "429");
  await fill(user, screen.getByRole("textbox", { name: "Headers" }), "Retry-After: 9");
  await fill(user, screen.getByRole("textbox", { name: "Probability (%)" }), "30");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  expect(control.state.getState().faults).toMatchObject([
    {
      fault: { kind: "status", status: 429, headers: [["Retry-After", "9"]] },
      probability: 0.3,
      limit: 1,
    },
  ]);
  const list = within(await screen.findByRole("list", { name: "Rules" }));
  const name = /^HTTP status 429: tools\/call on its way to the server, 30 %, seed \d+, once$/;
  expect(list.getByRole("switch", { name })).toBeDefined();
  expect(list.getByText("not yet")).toBeDefined();
  // no session has confirmed it
  expect(screen.getByText("1 not on yet")).toBeDefined();
});

test("a fault that becomes a pause is one rule", async () => {
  const { user, control, dialog, act } = await openRules("stdio");
  await pick(user, within(dialog).getByRole("combobox", { name: "What happens" }), "Drop");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  await act("Drop: tools/call on its way to the server, once", "Edit …");
  const edited = await screen.findByRole("dialog", { name: "Edit rule" });
  await pick(user, within(edited).getByRole("combobox", { name: "What happens" }), "Pause");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  const { breakpoints, faults } = control.state.getState();
  expect([breakpoints.length, faults.length]).toEqual([1, 0]);
});
