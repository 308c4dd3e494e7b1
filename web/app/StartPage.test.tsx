// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInTab } from "../component.fixture.tsx";
import { activeConnection } from "../stores/connections/connectionRecords.ts";
import type { Stores } from "../stores/createStores.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { openDemo } from "./openDemo.ts";
import { StartPage } from "./StartPage.tsx";

const noNetwork: typeof globalThis.fetch = () => Promise.reject(new TypeError("offline"));

function render(tab = createTab(noNetwork)) {
  const { stores } = tab;
  return renderInTab(
    <StartPage onUrl={() => {}} onCommand={() => {}} onDemo={() => openDemo(stores)} />,
    tab,
  );
}

const stateOf = ({ connections }: Stores) =>
  activeConnection(connections.records.getState())?.state.getState();

test("the demo server is connected without network, relay or question", async () => {
  const { user, stores } = render();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("MCP Playground");
  await user.click(screen.getByRole("button", { name: /^Try the demo server/ }));
  await waitFor(() => expect(stateOf(stores)?.kind).toBe("connected"));
  expect(stores.connections.questions.getState()).toBeUndefined();
});

test("recent servers are offered by name and icon, and connected by a press", async () => {
  const { user, stores } = render();
  await user.click(screen.getByRole("button", { name: /^Try the demo server/ }));
  const recent = await screen.findByRole("button", { name: /^Demo server https:\/\/demo.invalid/ });
  expect(recent.querySelector("img")?.src).toMatch(/^data:image\/svg\+xml;base64,/);
  const { connector, records } = stores.connections;
  connector.disconnect();
  await user.click(recent);
  await waitFor(() => expect(stateOf(stores)?.kind).toBe("connected"));
  expect(records.getState().records.size).toBe(1);
});
