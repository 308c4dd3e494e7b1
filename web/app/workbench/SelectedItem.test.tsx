// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startModernServer } from "../../../e2e/servers/modern.ts";
import { memoUri } from "../../../e2e/servers/modernServer.ts";
import { methodNotFound, startReplies } from "../../../e2e/servers/replies.ts";
import { decodeText } from "../../../shared/core/bytes.ts";
import { renderInTab } from "../../component.fixture.tsx";
import type { ItemKind } from "../../view/selection.ts";
import { connectTab } from "../stores/connectTab.fixture.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { SelectedItem } from "./SelectedItem.tsx";

async function startModern() {
  const server = await startModernServer();
  onTestFinished(server.close);
  return server.url;
}

/** The workbench of a connected server with one item selected. */
async function openItem(name: string, kind: ItemKind = "tool", url?: string) {
  const tab = createTab();
  const view = await connectTab(tab, url ?? (await startModern()));
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind, name });
  const rendered = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await screen.findByRole("region", { name: "Result" });
  return rendered;
}
type Opened = Awaited<ReturnType<typeof openItem>>;
const button = (name: string) => screen.getByRole("button", { name });
const tab = (name: string) => screen.getByRole("tab", { name });
const result = () => screen.getByRole("region", { name: "Result" });

test("a form is filled in, the tool is called, and the values stay", async () => {
  const { user, stores } = await openItem("echo");
  await user.type(screen.getByRole("textbox", { name: "message" }), "hello");
  await user.click(button("Call tool"));
  await waitFor(() => expect(result().textContent).toContain("Echo: hello"));
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "message" });
  expect(field.value).toBe("hello");
  // chosen again by a key: typing replaces the value
  act(() => stores.view.focusItem());
  expect(field.ownerDocument.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
});

test("Form, JSON and Raw are the same arguments", async () => {
  const { user } = await openItem("echo");
  await user.type(screen.getByRole("textbox", { name: "message" }), "one");
  await user.click(tab("JSON"));
  const json = screen.getByRole("textbox", { name: "Arguments" }) as HTMLTextAreaElement;
  expect(JSON.parse(json.value)).toEqual({ message: "one" });
  await user.clear(json);
  await user.paste('{"message": "two", "more": 1.50}');
  await user.click(tab("Raw"));
  const raw = screen.getByRole("textbox", { name: "Request" }) as HTMLTextAreaElement;
  expect(raw.value).toContain('"tools/call"');
  expect(raw.value).toContain("1.50");
  await user.click(tab("Form"));
  expect(screen.getByRole("textbox", { name: "message" })).toHaveProperty("value", "two");
  await user.click(tab("JSON"));
  expect(screen.getByRole("textbox", { name: "Arguments" })).toHaveProperty(
    "value",
    '{"message": "two", "more": 1.50}',
  );
});

test("invalid arguments are listed, link to their field, and can be sent anyway", async () => {
  const { user } = await openItem("region");
  await user.click(tab("JSON"));
  const json = screen.getByRole("textbox", { name: "Arguments" });
  await user.clear(json);
  await user.paste('{"region": 5}');
  await user.click(tab("Form"));
  await user.click(button("Call tool"));
  await screen.findByRole("button", { name: "Call anyway" });
  await user.click(
    await screen.findByRole("button", { expanded: false, name: /problem with the arguments/ }),
  );
  await user.click(await screen.findByRole("button", { name: /^region/ }));
  const field = screen.getByRole("textbox", { name: /region/ });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.click(button("Call anyway"));
  await waitFor(() => expect(result().textContent).toMatch(/invalid|expected string/i));
  await user.clear(field);
  await user.type(field, "eu");
  await waitFor(() => button("Call tool"));
});

test("invalid JSON is kept and reported; the form shows no fields meanwhile", async () => {
  const { user } = await openItem("echo");
  await user.click(tab("JSON"));
  await user.clear(screen.getByRole("textbox", { name: "Arguments" }));
  await user.paste('{"message": ');
  await user.click(tab("Form"));
  expect(screen.queryByRole("textbox", { name: "message" })).toBeNull();
  await user.click(tab("JSON"));
  expect(screen.getByRole("textbox", { name: "Arguments" })).toHaveProperty(
    "value",
    '{"message": ',
  );
});

test("the result is shown as content or as the message, which holds the same text", async () => {
  const { user } = await openItem("echo");
  await user.type(screen.getByRole("textbox", { name: "message" }), "both");
  await user.click(button("Call tool"));
  await waitFor(() => expect(result().textContent).toContain("Echo: both"));
  expect(result().textContent).not.toContain('"jsonrpc"');
  await user.click(screen.getByRole("radio", { name: "Message" }));
  await waitFor(() => expect(result().textContent).toContain('"jsonrpc"'));
  expect(result().textContent).toContain("Echo: both");
  await user.click(screen.getByRole("radio", { name: "Content" }));
  expect(result().textContent).not.toContain('"jsonrpc"');
});

test("a call in progress is busy and can be cancelled; then another one can be made", async () => {
  const { user } = await openItem("wait");
  await user.click(button("Call tool"));
  await waitFor(() => expect(result().getAttribute("aria-busy")).toBe("true"));
  expect(button("Call tool")).toHaveProperty("disabled", true);
  await user.click(button("Cancel request"));
  await waitFor(() => expect(result().getAttribute("aria-busy")).toBe("false"));
  expect(button("Call tool")).toHaveProperty("disabled", false);
  expect(screen.queryByRole("button", { name: "Cancel request" })).toBeNull();
});

test("a resource is read with its own button", async () => {
  const { user } = await openItem(memoUri, "resource");
  await user.click(button("Read resource"));
  await waitFor(() => expect(result().textContent).toContain("Buy milk"));
});

test.each([
  ["plain", "What is new?"],
  ["weather", "What's the weather in Bern?"],
])("the prompt %s is read with its arguments", async (name, words) => {
  const server = await startReplies({ capabilities: { prompts: {} } }, ({ method, params }) => {
    if (method === "prompts/list") {
      const weather = { name: "weather", arguments: [{ name: "city", required: true }] };
      return { result: { prompts: [{ name: "plain" }, weather] } };
    }
    const { city } = params.arguments ?? {};
    const text = city === undefined ? "What is new?" : `What's the weather in ${city}?`;
    return { result: { messages: [{ role: "user", content: { type: "text", text } }] } };
  });
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "prompt", name });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const get = await screen.findByRole("button", { name: "Get prompt" });
  const city = screen.queryByRole("textbox", { name: "city" });
  expect(city === null).toBe(name === "plain");
  if (city) await user.type(city, "Bern");
  await user.click(get);
  await waitFor(() => expect(result().textContent).toContain(words));
});

test("a resource that is subscribed to says when it has changed on the server", async () => {
  const server = await startModernServer();
  onTestFinished(server.close);
  const { user, stores } = await openItem(memoUri, "resource", server.url);
  await user.click(screen.getByText("Subscribe to changes"));
  const requested = `"resourceSubscriptions":["${memoUri}"]`;
  const { log } = stores.traffic;
  await waitFor(async () => {
    const texts = log
      .snapshot()
      .entries.filter(({ kind, direction }) => kind === "message" && direction === "in")
      .map(async ({ seq }) => decodeText(await log.read(seq)));
    expect((await Promise.all(texts)).join()).toContain(requested);
  });
  await user.click(button("Read resource"));
  const state = await screen.findByRole("status", { name: "State of the result" });
  await screen.findByText(/^at [\d:]+$/);
  expect(state.textContent).toBe("");
  server.notify.resourceUpdated(memoUri);
  await waitFor(() => expect(state.textContent).toContain("Before the resource changed"));
  await user.click(button("Read again"));
  await waitFor(() => expect(result().textContent).toContain("Before: the same"));
  expect(state.textContent).toBe("");
});

test("without a connection nothing can be called, and the last result stays", async () => {
  const { user, stores } = await openItem("echo");
  await user.type(screen.getByRole("textbox", { name: "message" }), "last");
  await user.click(button("Call tool"));
  await waitFor(() => expect(result().textContent).toContain("Echo: last"));
  stores.connections.connector.disconnect();
  await waitFor(() => expect(button("Call tool")).toHaveProperty("disabled", true));
  expect(result().textContent).toContain("Echo: last");
});

const byButton = async ({ user }: Opened) => {
  await user.click(screen.getByRole("button", { name: /^Call (tool|anyway)$/ }));
};
const byCommand = async ({ stores }: Opened) => stores.calls.invoke.runSelected();
const byEditor = async ({ user }: Opened) => {
  await user.click(tab("JSON"));
  await user.click(screen.getByRole("textbox", { name: "Arguments" }));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await user.click(tab("Form"));
};

test.for([
  ["the button", byButton],
  ["Ctrl+Enter or the palette", byCommand],
  ["Ctrl+Enter in the editor", byEditor],
] as const)("an untouched form is not sent at once by %s", async ([_, attempt]) => {
  const opened = await openItem("region");
  await attempt(opened);
  await screen.findByRole("button", { name: "Call anyway" });
  await screen.findByRole("button", { name: /^1 problem/ });
  expect(opened.stores.calls.runs.getState().size).toBe(0);
  await attempt(opened);
  await waitFor(() => expect(result().textContent).toMatch(/invalid|required|expected/i));
});

test("an untouched form says Call tool; the first attempt leads to what is missing, the next one sends", async () => {
  const { user } = await openItem("region");
  await waitFor(() => expect(button("Call tool")).toBeDefined());
  expect(screen.queryByRole("button", { name: "Call anyway" })).toBeNull();
  expect(screen.queryByRole("button", { name: /problem/ })).toBeNull();
  const field = screen.getByRole("textbox", { name: /region/ });
  await user.click(button("Call tool"));
  await screen.findByRole("button", { name: "Call anyway" });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Required")).toBeDefined();
  expect(screen.queryByRole("list", { name: "Problems" })).toBeNull();
  await user.click(button("Call anyway"));
  await waitFor(() => expect(result().textContent).toMatch(/invalid|required|expected/i));
});

test("lists that the server does not declare are not requested, whatever shows them", async () => {
  const server = await startReplies({ capabilities: { tools: {} } }, ({ method }) =>
    method === "tools/list" ? { result: { tools: [] } } : methodNotFound,
  );
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  expect(await screen.findByRole("button", { name: "Ping" })).toBeTruthy();
  act(() => tab.stores.view.openItem({ kind: "prompt", name: "unlisted" }));
  expect(await screen.findByRole("button", { name: "Get prompt" })).toBeTruthy();
  const lists = server.methods().filter((method) => method.endsWith("/list"));
  expect(lists).toEqual(["tools/list"]);
});
