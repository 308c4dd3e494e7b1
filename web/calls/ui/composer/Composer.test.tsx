// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startSessionsServer } from "../../../../e2e/servers/sessions.ts";
import { decodeText } from "../../../../shared/core/bytes.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, shown } from "../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../component.fixture.tsx";
import type { Stores } from "../../../stores/stores.ts";
import { Composer } from "./Composer.tsx";

const compositionOf = (stores: Stores) => stores.calls.compositions.of(shown(stores).id);

async function openComposer(options: Parameters<typeof startSessionsServer>[0] = { json: true }) {
  const server = await startSessionsServer(options);
  onTestFinished(server.close);
  const tab = createTab();
  const rendered = renderInTab(<Composer />, tab);
  await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const text = () => compositionOf(tab.stores).getState().text;
  return { ...rendered, text };
}

test("New message writes the smallest message of a method; its reply appears beside the editor", async () => {
  const { user, text } = await openComposer();
  await user.click(await screen.findByRole("button", { name: "New message" }));
  const menu = await screen.findByRole("menu", { name: "New message" });
  expect(within(menu).getByRole("menuitem", { name: "completion/complete" })).toBeTruthy();
  expect(within(menu).queryByRole("menuitem", { name: "server/discover" })).toBeNull();
  await user.click(within(menu).getByRole("menuitem", { name: "tools/list" }));
  const written = JSON.parse(text());
  expect(written).toEqual({ jsonrpc: "2.0", id: expect.any(Number), method: "tools/list" });
  await user.click(screen.getByRole("button", { name: "Send" }));
  const reply = await screen.findByRole("region", { name: "Reply" });
  await waitFor(() => expect(reply.textContent).toContain('"tools"'));
  expect(reply.getAttribute("aria-busy")).toBe("false");
  await user.click(within(reply).getByRole("button", { name: "Close reply" }));
  expect(screen.queryByRole("region", { name: "Reply" })).toBeNull();
});

test("messages sent before can be reused, and are formatted without changing their tokens", async () => {
  const { user, text, stores } = await openComposer();
  const first = '{"jsonrpc":"2.0","id":"one","method":"tools/call","params":{"name":"x","n":1.0}}';
  compositionOf(stores).change({ text: first });
  await user.click(screen.getByRole("button", { name: "Send" }));
  compositionOf(stores).change({ text: "not JSON" });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Format" }).disabled).toBe(true),
  );
  await user.click(screen.getByRole("button", { name: "Sent before" }));
  const menu = await screen.findByRole("menu", { name: "Sent before" });
  await user.click(within(menu).getByRole("menuitem", { name: /^tools\/call x/ }));
  expect(text()).toBe(first);
  await user.click(screen.getByRole("button", { name: "Format" }));
  expect(text()).toContain('\n    "n": 1.0\n');
});

test("drafts are tabs, each with its message and headers", async () => {
  const { user, stores } = await openComposer();
  const composition = compositionOf(stores);
  expect(screen.queryByRole("tablist", { name: "Drafts" })).toBeNull();
  composition.change({
    text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
  });
  await user.click(screen.getByRole("button", { name: "New draft" }));
  const names = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
  await user.click(screen.getByRole("button", { name: "New draft" }));
  expect(names()).toEqual(["tools/call x", "ping", "ping (2)"]);
  await user.click(screen.getByRole("button", { name: "Close draft" }));
  expect(names()).toEqual(["tools/call x", "ping"]);
  await user.click(screen.getByRole("button", { name: "Headers for this message" }));
  await user.click(screen.getByRole("button", { name: "Mcp-Method" }));
  expect(composition.getState().headers).toBe("Mcp-Method: ping\n");
  await user.click(screen.getByRole("tab", { name: "tools/call x" }));
  expect(composition.getState().headers).toBe("");
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveProperty(
    "value",
    expect.stringContaining("tools/call"),
  );
  await user.click(screen.getByRole("button", { name: "Close draft" }));
  expect(screen.queryByRole("tablist", { name: "Drafts" })).toBeNull();
  expect(composition.getState()).toMatchObject({ headers: "Mcp-Method: ping\n", others: [] });
});

/** Sends a text, and returns the reply once it is complete. */
async function send({ user, stores }: Awaited<ReturnType<typeof openComposer>>, text: string) {
  act(() => compositionOf(stores).change({ text }));
  await user.click(await screen.findByRole("button", { name: "Send" }));
  const reply = await screen.findByRole("region", { name: "Reply" });
  await waitFor(() => expect(reply.getAttribute("aria-busy")).toBe("false"));
  return reply;
}

test.each([
  ['{"jsonrpc":"2.0","id":"mine","method":"ping"}', '"mine"'],
  ['{"jsonrpc":"2.0","id":77,"method":"no/such"}', "-32601"],
  ['{"jsonrpc":"2.0","id":1,', "-32700"],
])("%s is sent byte for byte, and its answer is shown", async (text, answer) => {
  const composer = await openComposer();
  const reply = await send(composer, text);
  await waitFor(() => expect(reply.textContent).toContain(answer));
  const { log } = composer.stores.traffic;
  const sent = log.snapshot().entries.findLast(({ direction }) => direction === "out");
  expect(decodeText(await log.read(sent?.seq ?? -1))).toBe(text);
});

test.for([
  [{ json: true }, "an answer as JSON"],
  [{}, "an answer in a stream"],
] as const)("the reply is what the exchange answered, whatever its id: %j", async ([options]) => {
  const composer = await openComposer(options);
  const broken = await send(composer, '{"jsonrpc": ');
  await waitFor(() => expect(broken.textContent).toContain("-32700"));
  expect(broken.textContent).toContain("400");
  const notified = await send(
    composer,
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}',
  );
  expect(notified.textContent).toContain("202");
  expect(notified.textContent).not.toContain("-32700");
});

test.for([
  [{ json: true }, "one array"],
  [{}, "a stream"],
] as const)("every answer to a batch is shown: %j", async ([options]) => {
  const composer = await openComposer(options);
  const ping = (id: string) => ({ jsonrpc: "2.0", id, method: "ping" });
  const reply = await send(composer, JSON.stringify([ping("first"), ping("second")]));
  await waitFor(() => expect(reply.textContent).toContain("first"));
  await waitFor(() => expect(reply.textContent).toContain("second"));
  expect(within(reply).getAllByRole("button", { name: "Copy reply" })).toHaveLength(
    "json" in options ? 1 : 2,
  );
});
