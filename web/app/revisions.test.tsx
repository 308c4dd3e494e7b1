// @vitest-environment jsdom
/** The page says which revision and transport were agreed on, and how. */
import { screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startEverything } from "../../e2e/servers/everything.ts";
import { startModernServer } from "../../e2e/servers/modern.ts";
import { startSessionsServer } from "../../e2e/servers/sessions.ts";
import { fill, pick } from "../component.fixture.tsx";
import { detail, renderPage, result, shows, status, trafficRow } from "./page.fixture.tsx";

test("the transport of 2024-11-05 is found at its URL, and named", async () => {
  const old = await startEverything("sse");
  onTestFinished(old.stop);
  const page = renderPage();
  await page.connect(old.url);
  expect(status().textContent).toBe("Connected · 2024-11-05 · HTTP+SSE");
  await shows(() => screen.getByRole("main"), "older HTTP+SSE transport");
});

test("an older server refuses 2026-07-28 with a message, and Auto is one press away", async () => {
  const old = await startSessionsServer();
  onTestFinished(old.close);
  const page = renderPage();
  await pick(page.user, screen.getByRole("combobox", { name: "Protocol revision" }), "2026-07-28");
  await page.enter(old.url);
  const alert = await screen.findByRole("alert");
  await shows(() => alert, "The server does not support 2026-07-28");
  expect(alert.textContent).not.toContain("handshake");
  await page.press("Connect with Auto", alert);
  await shows(status, "Connected · 2025-11-25 · Streamable HTTP");
});

test("Auto says how it found the modern era, and Traffic shows the headers of a call", async () => {
  const modern = await startModernServer();
  onTestFinished(modern.close);
  const page = renderPage();
  await page.connect(modern.url);
  expect(status().textContent).toBe("Connected · 2026-07-28 · Streamable HTTP");
  const negotiation = await screen.findByRole("region", { name: "Negotiation" });
  await shows(() => negotiation, /Sent server\/discover.*Agreed on 2026-07-28/s);
  await page.open("Tools", "region");
  await fill(page.user, screen.getByRole("textbox", { name: "region" }), "Zürich");
  await page.press("Call tool");
  await shows(result, "Region: Zürich");
  await page.user.click(await trafficRow(/tools\/call\s?region/));
  await screen.findByRole("region", { name: "Message detail" });
  await page.user.click(within(detail()).getByRole("tab", { name: "HTTP" }));
  await shows(detail, /mcp-param-region\W*=\?base64\?/i);
});

test("a session of another client continues without a handshake", async () => {
  const sessions = await startSessionsServer({ json: true });
  onTestFinished(sessions.close);
  const opened = await fetch(sessions.url, {
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
  expect(sessions.sessionIds()).toEqual([id]);
  const page = renderPage();
  await page.press("Connection options");
  await fill(page.user, await screen.findByRole("textbox", { name: "Session id" }), id);
  await page.user.keyboard("{Escape}");
  await page.connect(sessions.url);
  await screen.findByRole("option", { name: /^echo/ });
  await trafficRow(/Connected.*list/);
  expect(screen.queryByRole("row", { name: /initialize/ })).toBeNull();
  expect(sessions.sessionIds()).toEqual([id]);
});
