/** Journey: each revision can be chosen or negotiated, and the negotiation is shown. */
import { expect, test } from "./fixtures.ts";
import { everythingProgram, startEverything } from "./servers/everything.ts";
import { startModernServer } from "./servers/modern.ts";

const choose = async (page: import("@playwright/test").Page, revision: string) => {
  await page
    .getByRole("combobox", { name: "Protocol revision", exact: true })
    .or(page.getByRole("button", { name: "Protocol revision", exact: true }))
    .click();
  await page.getByRole("option", { name: revision, exact: true }).click();
};

for (const revision of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
  test(`${revision} is used over HTTP when it is selected`, async ({ playground, everything }) => {
    await choose(playground.page, revision);
    await playground.enter(everything.url);
    await expect(playground.status).toHaveText(`Connected · ${revision} · Streamable HTTP`);
    await playground.open("Tools", "echo");
    await playground.field("message").fill("hello");
    await playground.page.keyboard.press("ControlOrMeta+Enter");
    await expect(playground.result).toContainText("Echo: hello");
  });
}

test("the transport of 2024-11-05 is found at its URL", async ({ playground, watched }) => {
  const server = await startEverything("sse");
  watched.allow(server.url);
  try {
    await playground.enter(server.url);
    await expect(playground.status).toHaveText("Connected · 2024-11-05 · HTTP+SSE");
    await expect(playground.main).toContainText("older HTTP+SSE transport");
    await playground.open("Tools", "echo");
    await playground.field("message").fill("old");
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText("Echo: old");
  } finally {
    await server.stop();
  }
});

test("an older server refuses 2026-07-28 with a message, and Auto is one click away", async ({
  playground,
  everything,
}) => {
  await choose(playground.page, "2026-07-28");
  await playground.enter(everything.url);
  const alert = playground.page.getByRole("alert");
  await expect(alert).toContainText("The server does not support 2026-07-28");
  await expect(alert).not.toContainText("handshake");
  await alert.getByRole("button", { name: "Connect with Auto" }).click();
  await expect(playground.status).toHaveText("Connected · 2025-11-25 · Streamable HTTP");
});

test("the oldest revision works over stdio", async ({ playground }) => {
  await choose(playground.page, "2024-11-05");
  await playground.start(`${process.execPath} ${everythingProgram} stdio`);
  await expect(playground.status).toHaveText("Connected · 2024-11-05 · stdio");
});

test("Auto detects the modern era and shows how", async ({ playground, watched }) => {
  const server = await startModernServer();
  watched.allow(server.url);
  try {
    await playground.enter(server.url);
    await expect(playground.status).toHaveText("Connected · 2026-07-28 · Streamable HTTP");
    const story = playground.region("Negotiation");
    await expect(story).toContainText("Sent server/discover");
    await expect(story).toContainText("Agreed on 2026-07-28");
    await playground.open("Tools", "region");
    await playground.field("region").fill("Zürich");
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText("Region: Zürich");
    await playground
      .row(/tools\/call region/)
      .first()
      .click();
    const detail = playground.region("Message detail");
    await expect(detail).toContainText("Mcp-Param-Region");
    await expect(detail).toContainText("=?base64?");
  } finally {
    await server.close();
  }
});

test("a modern server asks in rounds, and each is answered beside the call", async ({
  playground,
  watched,
}) => {
  const server = await startModernServer();
  watched.allow(server.url);
  try {
    await playground.connect(server.url);
    await playground.open("Tools", "introduce");
    await playground.button("Call tool").click();
    const request = playground.region("Elicitation request");
    await request.getByRole("textbox", { name: "name", exact: true }).fill("Ada");
    await request.getByRole("button", { name: "Send response" }).click();
    await request.getByRole("textbox", { name: "city", exact: true }).fill("London");
    await request.getByRole("button", { name: "Send response" }).click();
    await expect(playground.result).toContainText("Ada from London");
    await expect(playground.result).toContainText("in total");
  } finally {
    await server.close();
  }
});

test("a modern server reports a changed resource", async ({ playground, watched }) => {
  const server = await startModernServer();
  watched.allow(server.url);
  try {
    await playground.connect(server.url);
    await playground.open("Resources", "memo");
    await playground.page.getByText("Subscribe to changes").click();
    const streams = playground.row(/subscriptions\/listen/);
    await expect(streams).toHaveCount(2);
    await streams.last().getByRole("button", { name: "Parts" }).click();
    await expect(playground.row(/subscriptions\/acknowledged/)).toHaveCount(1);
    server.notify.resourceUpdated("memo://today");
    await expect(playground.main).toContainText("has changed on the server");
  } finally {
    await server.close();
  }
});

test("an existing session continues without a handshake", async ({ playground, everything }) => {
  const opened = await fetch(everything.url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "another", version: "1" },
      },
    }),
  });
  await opened.text();
  const id = opened.headers.get("mcp-session-id") ?? "";
  await playground.button("Connection options").click();
  await playground.page.getByRole("textbox", { name: "Session id" }).fill(id);
  await playground.page.keyboard.press("Escape");
  await playground.enter(everything.url);
  await expect(playground.status).toContainText("Connected");
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await expect(playground.row(/^.*initialize/)).toHaveCount(0);
});
