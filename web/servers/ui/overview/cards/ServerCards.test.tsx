// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../../shared/core/clock.ts";
import { createDemoServer } from "../../../../../shared/demo/demoServer.ts";
import { connectTab } from "../../../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../../component.fixture.tsx";
import { ServerCards } from "./ServerCards.tsx";

const url = "https://mcp.example.com/mcp";

test("the card is read when it is asked for, and each difference is named; a card is made", async () => {
  const demo = createDemoServer({
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    date: () => new Date(),
  });
  const asked: string[] = [];
  const tab = createTab((input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === "/mcp") return Promise.resolve(demo(request));
    asked.push(`${pathname} ${request.headers.get("authorization")}`);
    const card = {
      name: "com.example/demo-server",
      version: "0.9.0\u202e",
      description: "<b>bold</b>",
      remotes: [{ type: "streamable-http", url, supportedProtocolVersions: ["2026-07-28"] }],
    };
    return Promise.resolve(Response.json(card));
  });
  const view = await connectTab(tab, url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const { user } = renderInTab(<ServerCards view={view} />, tab);
  expect(asked).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Read the card" }));
  const table = await screen.findByRole("table");
  expect(asked).toEqual(["/mcp/server-card null"]);
  const textOf = (name: RegExp) => within(table).getByRole("row", { name }).textContent;
  expect(textOf(/^version/)).toBe("version0.9.0\\u{202e}1.0.0differs");
  expect(textOf(/^description/)).toMatch(/<b>bold<\/b>.*differs$/);
  expect(textOf(/^title/)).toMatch(/not named.*in one only$/);
  expect(textOf(/^address/)).toMatch(/the same$/);
  // without a schema it is refused
  expect(screen.getByRole("list", { name: "Problems of the card" }).textContent).toContain(
    "/$schema",
  );

  await user.click(screen.getByRole("button", { name: "Make a card" }));
  const made = await screen.findByRole("region", { name: "server-card.json" });
  await screen.findByRole("button", { name: "Copy" });
  expect(JSON.parse(made.textContent ?? "")).toMatchObject({
    name: "com.example.mcp/demo-server",
    version: "1.0.0",
    remotes: [{ url }],
  });
  expect(screen.queryByRole("list", { name: "Before it is published" })).toBe(null);
}, 60_000);
