// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInTab } from "../../component.fixture.tsx";
import { RequestStrip } from "./RequestStrip.tsx";

test("says how many requests wait and how many rules answer, and links to them", async () => {
  const onShow = vi.fn();
  const { user, stores } = renderInTab(<RequestStrip onShow={onShow} />);
  const { requests: inbox, rules } = stores.inbox;
  expect(screen.queryByRole("button")).toBeNull();
  const controller = new AbortController();
  const input = { method: "elicitation/create", params: {}, seq: 1, signal: controller.signal };
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  act(() => {
    void inbox.ask(asker, input as never);
    void inbox.ask(asker, input as never);
    rules.switch("r", "rule", true);
  });
  expect(screen.getByRole("status").textContent).toBe(
    "2 input requests from servers · 1 rule answers",
  );
  await user.click(screen.getByRole("button", { name: "Show requests" }));
  expect(onShow).toHaveBeenCalledOnce();
  act(() => {
    controller.abort("withdrawn");
    rules.clear("r");
  });
  expect(screen.getByRole("status").textContent).toBe("");
});
