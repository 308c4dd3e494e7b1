// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { fill, pick, renderInTab } from "../../component.fixture.tsx";
import { createTapControl } from "../store/tapControl.ts";
import { TapControls } from "./TapControls.tsx";

/** The controls of a tap without a session. */
async function openControls(transport: "stdio" | "http") {
  const control = createTapControl(systemClock, transport);
  const tab = createTab();
  const { user } = renderInTab(<TapControls serverId="s" control={control} />, tab);
  await user.click(screen.getByRole("button", { name: "Breakpoints and faults" }));
  return { user, control };
}

test("a breakpoint is added, switched off, edited and removed", async () => {
  const { user, control } = await openControls("stdio");
  await user.click(screen.getByRole("button", { name: "Add breakpoint" }));
  await fill(user, screen.getByRole("textbox", { name: "Name" }), "add");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  const name = "Pause tools/call add to the server";
  await user.click(screen.getByRole("switch", { name }));
  expect(control.state.getState().breakpoints).toMatchObject([
    { isOn: false, where: { direction: "out", method: "tools/call", subject: "add" } },
  ]);
  await user.click(screen.getByRole("button", { name: `Edit: ${name}` }));
  await fill(user, screen.getByRole("textbox", { name: "Filter" }), "body:x");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  const changed = "Pause tools/call add matching body:x to the server";
  await user.click(screen.getByRole("button", { name: `Remove: ${changed}` }));
  expect(control.state.getState().breakpoints).toEqual([]);
});

test("faults are those of the transport, with their own fields", async () => {
  const { user, control } = await openControls("http");
  await user.click(screen.getByRole("button", { name: "Add fault" }));
  const kind = screen.getByRole("combobox", { name: "Fault" });
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
  await waitFor(() =>
    expect(screen.getByText(/30 %, seed \d+, at most 1 · Has not happened yet/)).toBeDefined(),
  );
  // no session has confirmed it
  expect(screen.getByText("1 fault not on yet")).toBeDefined();
});
