// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { shown } from "../../../app/stores/tab.fixture.ts";
import { pick, renderInTab } from "../../../component.fixture.tsx";
import { LogMessages } from "./LogMessages.tsx";

test("the dialog sets the level of the server and writes the filter", async () => {
  const onFilter = vi.fn();
  const onOpenChange = vi.fn();
  const { user, stores } = renderInTab(
    <LogMessages isOpen onOpenChange={onOpenChange} onFilter={onFilter} />,
  );
  await pick(user, screen.getByRole("combobox", { name: "Log level" }), "warning");
  expect(shown(stores).settings.logLevel).toBe("warning");
  expect(screen.getByText(/once a server is connected/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Show warnings and errors" }));
  expect(onFilter).toHaveBeenCalledExactlyOnceWith("level:warning");
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
