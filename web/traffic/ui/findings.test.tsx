// @vitest-environment jsdom
/** A violation of the protocol is marked at its row, and explained beside the message. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startMisbehavingServer } from "../../../e2e/servers/misbehaving/misbehaving.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { Traffic } from "./Traffic.tsx";

/** Calls a tool that violates a rule, and opens the row that is marked. */
async function openMarked(tool: string, name: RegExp) {
  const server = await startMisbehavingServer();
  onTestFinished(server.close);
  const tab = createTab();
  const { user } = renderInTab(<Traffic />, tab);
  const { client } = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  client.session.request("tools/call", JSON.stringify({ name: tool, arguments: {} }));
  const grid = await screen.findByRole("grid", { name: "Messages" });
  await waitFor(() => expect(within(grid).getAllByRole("row", { name })).toHaveLength(1));
  await user.click(within(grid).getByRole("row", { name }));
  const detail = await screen.findByRole("region", { name: "Message detail" });
  return { user, detail, findings: await within(detail).findByRole("list", { name: "Findings" }) };
}

test("a second response is marked, explained, and linked to its rule", async () => {
  const { findings } = await openMarked("answers-twice", /1 violation/);
  expect(within(findings).getAllByRole("listitem")).toHaveLength(1);
  expect(findings.textContent).toContain("was answered before");
  const link = within(findings).getByRole("link", { name: "Specification" });
  expect(link.getAttribute("href")).toMatch(/\/2025-11-25\/basic#responses$/);
  expect(link.getAttribute("rel")).toBe("noreferrer");
});

test("findings of a response without a row are marked at its request", async () => {
  const { user, detail } = await openMarked("only-accepts", /tools\/call.*1 violation/);
  await user.click(within(detail).getByRole("tab", { name: "HTTP" }));
  expect(detail.textContent).toContain("202 Accepted");
});

test("a large message is checked as well, in a worker", async () => {
  const { findings } = await openMarked("large-and-wrong", /large-and-wrong.*1 violation/);
  expect(findings.textContent).toContain("/result/content");
});
