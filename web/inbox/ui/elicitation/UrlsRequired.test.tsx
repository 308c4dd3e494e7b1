// @vitest-environment jsdom

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { Requests } from "../../../app/workbench/Requests.tsx";
import { itemKey } from "../../../calls/store/drafts.ts";
import { renderInTab } from "../../../component.fixture.tsx";

const elicitations = [
  { mode: "url", elicitationId: "one", url: "https://one.example/a", message: "Sign in" },
  { mode: "url", elicitationId: "two", url: "javascript:alert(1)", message: "Pay" },
];

/** A legacy server whose tool fails until both URLs were visited; `complete` reports one of them. */
async function startServer() {
  const calls: unknown[] = [];
  let stream: import("node:http").ServerResponse | undefined;
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return response.end();
    if (request.method === "GET") {
      stream = response.writeHead(200, { "content-type": "text/event-stream" });
      return response.flushHeaders();
    }
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text || "{}");
    if (id === undefined) return response.writeHead(202).end();
    const reply = (member: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...member }));
    };
    if (method === "initialize") {
      const serverInfo = { name: "gate", version: "1" };
      const capabilities = { tools: {} };
      return reply({ result: { protocolVersion: "2025-11-25", capabilities, serverInfo } });
    }
    if (method === "tools/list") {
      const tools = [{ name: "pay", inputSchema: { type: "object" } }];
      return reply({ result: { tools } });
    }
    if (method !== "tools/call") return reply({ error: { code: -32601, message: "no" } });
    calls.push(params);
    if (calls.length > 1) return reply({ result: { content: [] } });
    return reply({ error: { code: -32042, message: "Visit", data: { elicitations } } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const complete = (elicitationId: string) => {
    const method = "notifications/elicitation/complete";
    const message = { jsonrpc: "2.0", method, params: { elicitationId } };
    stream?.write(`data: ${JSON.stringify(message)}\n\n`);
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, calls, complete };
}

test("a call that needs URLs first lists them, and is retried unchanged after they are complete", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const server = await startServer();
  const tab = createTab();
  const { connection, client } = await connectTab(tab, server.url);
  const key = itemKey({ kind: "tool", name: "pay" });
  const { runs } = tab.stores.calls;
  const initiator = { kind: "user" } as const;
  const context = { serverId: connection.serverId, key, initiator, client, tasks: noTasks };
  const call =
    '{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"pay","arguments":{"n":1}}}';
  await runs.start(context, call);
  const { user, rerender } = renderInTab(<Requests itemKey={key} />, tab);
  await screen.findByRole("region", { name: "URL elicitation required" });
  const cardNow = () => screen.getByRole("region", { name: "URL elicitation required" });
  const groups = () => within(cardNow()).getAllByRole("group") as [HTMLElement, HTMLElement];
  let [first, second] = groups();
  expect(first.textContent).toContain("https://one.example/a");
  expect(within(second).getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
  const approve = within(first).getByRole("button", { name: "Approve" });
  await waitFor(() => expect(approve.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(approve);
  expect(open).toHaveBeenCalledExactlyOnceWith(
    "https://one.example/a",
    "_blank",
    "noopener,noreferrer",
  );
  expect(first.textContent).toContain("waiting for completion");
  // another item, and back
  rerender(<p>elsewhere</p>);
  rerender(<Requests itemKey={key} />);
  [first, second] = groups();
  expect(first.textContent).toContain("waiting for completion");
  expect(second.textContent).not.toContain("waiting");
  for (const id of ["unknown", "one"]) act(() => server.complete(id));
  await within(first).findByText("Completed");
  expect(cardNow().textContent).not.toContain("Everything is complete");
  act(() => server.complete("two"));
  await within(cardNow()).findByText(/Everything is complete/);
  await user.click(within(cardNow()).getByRole("button", { name: "Retry the call" }));
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  expect(server.calls).toEqual([
    { name: "pay", arguments: { n: 1 } },
    { name: "pay", arguments: { n: 1 } },
  ]);
});

const noTasks = { all: () => new Map(), keep() {}, forget() {} } as never;
