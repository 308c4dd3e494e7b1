/** Journey: the server asks for input by a form or a URL, also during tasks. */
import { expect, test } from "./fixtures.ts";
import { startSessionsServer } from "./servers/sessions.ts";
import { startTasksServer } from "./servers/tasks/tasks.ts";

test("a form shows its defaults and is answered beside the call", { tag: "@main" }, async ({
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-elicitation-request");
  await playground.button("Call tool").click();
  const request = playground.region("Elicitation request");
  await expect(request.getByRole("textbox", { name: "String with default" })).toHaveValue(
    "It was a dark and stormy night.",
  );
  await request.getByRole("textbox", { name: "String", exact: true }).fill("Ada Lovelace");
  await request.getByRole("button", { name: "Send response" }).click();
  await expect(playground.result).toContainText("Ada Lovelace");
});

test("a form without fields offers nothing to add", async ({ playground, watched }) => {
  const server = await startSessionsServer();
  watched.allow(server.url);
  await playground.connect(server.url);
  await playground.open("Tools", "confirm");
  await playground.button("Call tool").click();
  const request = playground.region("Elicitation request");
  await expect(request.getByRole("button", { name: "Decline" })).toBeVisible();
  await expect(request.getByRole("button", { name: "Add property" })).toHaveCount(0);
  await request.getByRole("button", { name: "Send response" }).click();
  await expect(playground.result).toContainText("accept {}");
  await server.close();
});

test("an invalid form says why, and can be sent anyway", async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-elicitation-request");
  await playground.button("Call tool").click();
  const request = playground.region("Elicitation request");
  await request.getByRole("button", { name: "Send response" }).click();
  await expect(request.getByText("Required", { exact: true })).toBeVisible();
  await expect(request.getByRole("textbox", { name: "String", exact: true })).toBeFocused();
  await request.getByRole("button", { name: "Send anyway" }).click();
  await expect(playground.result).not.toBeEmpty();
  await expect(request).toHaveCount(0);
});

test("a form is declined, and the tool continues", async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-elicitation-request");
  await playground.button("Call tool").click();
  await playground.region("Elicitation request").getByRole("button", { name: "Decline" }).click();
  await expect(playground.result).toContainText(/declin/i);
});

test("a URL is shown in full before it opens", async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-url-elicitation");
  const url = playground.field("url");
  await url.fill("https://example.com/consent?a=1");
  await playground.page.keyboard.press("ControlOrMeta+Enter");
  const request = playground.region("Elicitation request");
  await expect(request).toContainText("https://example.com/consent?a=1");
  await expect(request.getByText("example.com", { exact: true })).toBeVisible();
  await request.getByRole("button", { name: "Cancel" }).click();
  await expect(playground.result).toContainText(/cancel/i);
});

test("a call that needs a URL first leads to it, and is retried", async ({
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-url-elicitation");
  await playground.tab("JSON").click();
  await playground.write(
    playground.page.getByRole("textbox", { name: "Arguments" }),
    '{"url":"https://example.com/consent","errorPath":true}',
  );
  await playground.page.keyboard.press("ControlOrMeta+Enter");
  const required = playground.region("URL elicitation required");
  await expect(required).toContainText("https://modelcontextprotocol.io/");
  await required.getByRole("button", { name: "Retry the call" }).click();
  const request = playground.region("Elicitation request");
  await expect(request).toContainText("https://example.com/consent");
  await request.getByRole("button", { name: "Decline" }).click();
  await expect(playground.result).toContainText(/declin/i);
});

test("a tool that requires a task is called as one and polled to its end", async ({
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "simulate-research-query");
  await playground.field("topic").fill("instruments");
  await playground.button("Call tool").click();
  await expect(playground.main.getByRole("status", { name: "State of the call" })).toContainText(
    "working",
  );
  await expect(playground.result).toContainText("Research Report: instruments");
});

test("a task of the extension continues after a reload", async ({ playground, watched }) => {
  const server = await startTasksServer({ pollIntervalMs: 200 });
  watched.allow(server.url);
  try {
    await playground.connect(server.url);
    await playground.open("Tools", "hello");
    await playground.button("Call tool").click();
    const request = playground.region("Elicitation request");
    await expect(request).toContainText("name");
    await playground.page.reload();
    await request.getByRole("textbox", { name: "name", exact: true }).fill("Ada");
    await request.getByRole("button", { name: "Send response" }).click();
    await expect(playground.result).toContainText("Ada");
    expect(server.received.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  } finally {
    await server.close();
  }
});
