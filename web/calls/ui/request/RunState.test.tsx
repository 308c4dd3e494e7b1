// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startReplies } from "../../../../e2e/servers/replies.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, shown } from "../../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../../app/workbench/SelectedItem.tsx";
import { renderInTab } from "../../../component.fixture.tsx";
import { TaskSteps } from "../results/TaskSteps.tsx";

const sse = { "content-type": "text/event-stream" };
const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
const tools = ["ask", "hold"].map((name) => ({ name, inputSchema: { type: "object" } }));

/** The workbench of a server whose calls wait: `ask` for an elicitation, `hold` until it is released. */
async function openCalls(name: string) {
  const released = Promise.withResolvers<void>();
  let asks = 0;
  const capabilities = { tools: {}, prompts: {}, completions: {} };
  const server = await startReplies({ capabilities }, async ({ id, method, params }, response) => {
    if (method === "tools/list") return { result: { tools } };
    if (method !== "tools/call") return { result: {} };
    response.writeHead(200, sse).flushHeaders();
    if (params.name === "ask") {
      const request = { method: "elicitation/create", params: { message: "Name?" } };
      response.write(event({ id: `ask-${++asks}`, ...request }));
    } else {
      await released.promise;
      response.end(event({ id: id as number, result: { content: [] } }));
    }
    return undefined;
  });
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "tool", name });
  const rendered = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const call = await screen.findByRole("button", { name: "Call tool" });
  await waitFor(() => expect(call.getAttribute("aria-disabled")).toBeNull());
  const calls = () => server.methods().filter((method) => method === "tools/call").length;
  return { ...rendered, view, server, calls, released };
}
const state = () => screen.findByRole("status", { name: "State of the call" });

test("a call that waits for a connection says so, and leads to a request that can be answered", async () => {
  const { user, calls, view, server, released, stores } = await openCalls("ask");
  const { session } = view.client;
  for (let held = 0; held < 3; held++) session.request("tools/call", '{"name":"hold"}');
  await user.click(screen.getByRole("button", { name: "Call tool" }));
  await waitFor(() => expect(stores.inbox.requests.getState()).toHaveLength(1));
  await waitFor(async () => expect((await state()).textContent).toBe("Waits for you"));
  await screen.findByText(/timeout paused/);

  act(() => stores.view.openItem({ kind: "tool", name: "hold" }));
  await user.click(await screen.findByRole("button", { name: "Call tool" }));
  await waitFor(async () =>
    expect((await state()).textContent).toContain("Queued every connection"),
  );
  expect(calls()).toBe(4);
  // what holds it, with its clock; requests that the page did not send as calls are not listed
  const queue = await screen.findByRole("region", { name: "What it waits for" });
  const holder = await within(queue).findByRole("listitem");
  expect(holder.textContent).toMatch(/^askwaits for you\d+ sAnswer$/);
  // what is short is not held up
  expect(await session.request("completion/complete", "{}").done).toMatchObject({ kind: "result" });
  expect(server.methods().at(-1)).toBe("completion/complete");

  await user.click(within(queue).getByRole("button", { name: "Answer" }));
  expect(shown(stores).selection).toEqual({ kind: "tool", name: "ask" });
  act(() => stores.view.openItem({ kind: "tool", name: "hold" }));
  // out of turn, while all others are held
  await user.click(
    await screen.findByRole("button", { name: "Send now on a connection of its own" }),
  );
  await waitFor(() => expect(calls()).toBe(5));
  expect(screen.queryByRole("button", { name: /^Send now/ })).toBeNull();
  released.resolve();
  await screen.findByRole("button", { name: "Call tool" });
});

test("the message of a task comes first, then its state; the states it has passed stay with its result", async () => {
  const taskId = "0123456789abcdef-0123456789abcdef";
  const states = [
    { status: "working", statusMessage: "Gathering sources" },
    { status: "input_required", statusMessage: "Which one?" },
    { status: "completed", statusMessage: "Done" },
  ];
  const proceed = Promise.withResolvers<void>();
  let asked = 0;
  const requests = { tools: { call: {} } };
  const tool = { ...tools[0], execution: { taskSupport: "required" } };
  const taskOf = (index: number) => ({ ...states[index], taskId, pollInterval: 10 });
  const server = await startReplies(
    { capabilities: { tools: {}, tasks: { requests } } },
    async ({ method }) => {
      if (method === "tools/list") return { result: { tools: [tool] } };
      if (method === "tools/call") return { result: { task: taskOf(0) } };
      if (method === "tasks/result") {
        await proceed.promise;
        return { result: { content: [{ type: "text", text: "The report" }] } };
      }
      return { result: taskOf(asked++ === 0 ? 0 : 1) };
    },
  );
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "tool", name: "ask" });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await user.click(await screen.findByRole("button", { name: "Call tool" }));
  await waitFor(async () =>
    expect((await state()).textContent).toMatch(/^Which one\? Waits for you$/),
  );
  const steps = await screen.findByRole("region", { name: "Task" });
  const passed = () =>
    within(steps)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(passed()).toEqual(["submitted", "working", "input required", "completed"]);
  const current = () => steps.querySelector("[aria-current=step]")?.textContent;
  expect(current()).toBe("input required");
  proceed.resolve();
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Result" }).textContent).toContain("The report"),
  );
  expect(passed()).toEqual(["submitted", "working", "input required", "completed"]);
  expect(current()).toBe("completed");
});

test("the task of a call that was cancelled is shown where it was, no longer at work", async () => {
  const requests = { tools: { call: {} } };
  const tool = { ...tools[0], execution: { taskSupport: "required" } };
  const task = { taskId: "t", status: "working", pollInterval: 10 };
  const server = await startReplies(
    { capabilities: { tools: {}, tasks: { requests, cancel: {} } } },
    ({ method }) => {
      if (method === "tools/list") return { result: { tools: [tool] } };
      return { result: method === "tools/call" ? { task } : task };
    },
  );
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "tool", name: "ask" });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await user.click(await screen.findByRole("button", { name: "Call tool" }));
  const steps = await screen.findByRole("region", { name: "Task" });
  const running = () => steps.querySelector("[data-state=running]");
  expect(running()).not.toBeNull();
  await user.click(screen.getByRole("button", { name: /^Cancel/ }));
  await waitFor(() => expect(running()).toBeNull());
  const items = within(steps).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(["submitted", "working"]);
});

test("a task that has completed does not go on with the message of its last step", () => {
  const task = { taskId: "t", statusMessage: "Generating report...", pollMs: undefined };
  const { rerender } = renderInTab(
    <TaskSteps task={{ ...task, status: "working" }} passed={["working"]} isDone={false} />,
  );
  const text = () => screen.getByRole("region", { name: "Task" }).textContent;
  expect(text()).toMatch(/^Generating report/);
  rerender(
    <TaskSteps task={{ ...task, status: "completed" }} passed={["working", "completed"]} isDone />,
  );
  expect(text()).toMatch(/^Last message: Generating report/);
});
