/** Has a server ask for something and renders the request, for tests. */
import { act, screen } from "@testing-library/react";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { Requests } from "../../app/workbench/Requests.tsx";
import { renderInTab } from "../../component.fixture.tsx";

/** Has a server of the shown connection ask, and returns the answer it gets. */
export function ask(method: string, params: object, tab = createTab()) {
  const { all } = tab.stores.servers;
  const withdrawal = new AbortController();
  const id = tab.stores.connections.opener.open({
    target: { kind: "http", url: "http://127.0.0.1:9/mcp" },
  });
  all.activate(id);
  const connectionId = all.getState().open.get(id)?.connection?.id ?? "";
  const input = { method, params, seq: 1, signal: withdrawal.signal };
  const asker = { serverId: id, connectionId, server: "a-server" };
  const { requests: inbox } = tab.stores.inbox;
  const answer = inbox.ask(asker, input as never);
  const rendered = renderInTab(<Requests itemKey={undefined} />, tab);
  /** The same server asks another time. */
  const askAgain = (again: object) =>
    act(() => void inbox.ask(asker, { ...input, params: again } as never));
  return { ...rendered, answer, withdrawal, askAgain, requests: inbox.getState };
}
export const button = (name: string) => screen.getByRole("button", { name });
export const isUnavailable = (element: HTMLElement) =>
  element.getAttribute("aria-disabled") === "true" || (element as HTMLButtonElement).disabled;
export const resultOf = (answer: { kind: string; text: string }) => ({
  kind: answer.kind,
  ...JSON.parse(answer.text),
});
