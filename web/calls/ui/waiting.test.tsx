// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import { renderInTab } from "../../component.fixture.tsx";

test("while a request waits, earlier results are one line until they are opened", async () => {
  const tab = createTab();
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "tool", name: "ask_model" });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const result = () => screen.getByRole("region", { name: "Result" });
  const { requests: inbox } = tab.stores.inbox;
  const waiting = () => waitFor(() => expect(inbox.getState()).toHaveLength(1));
  const answer = (text: string) => {
    const content = { type: "text", text };
    const reply = { role: "assistant", content, model: "m", stopReason: "endTurn" };
    act(() => inbox.getState()[0]?.answer({ kind: "result", text: JSON.stringify(reply) }));
  };
  await user.click(await screen.findByRole("button", { name: "Call tool" }));
  await waiting();
  await waitFor(() => expect(result().textContent).toBe(""));
  await waitFor(() => expect(result().getAttribute("aria-busy")).toBe("true"));
  answer("Seven");
  await waitFor(() => expect(result().textContent).toContain("Seven"));

  await user.click(screen.getByRole("button", { name: "Call tool" }));
  await waiting();
  await waitFor(() => expect(result().textContent).toMatch(/^Last result: ok · .* · .*Show$/));
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(result().textContent).toContain("Seven");
  answer("Eight");
  await waitFor(() => expect(result().textContent).toContain("Eight"));
});
