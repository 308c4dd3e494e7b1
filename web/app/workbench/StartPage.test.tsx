// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { openRelay, pair } from "../../../relay/relay.fixture.ts";
import type { ConfiguredServer } from "../../../shared/config/configured.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { activeConnection } from "../../servers/store/server.ts";
import { Questions } from "../../servers/ui/address/questions/Questions.tsx";
import type { Stores } from "../../stores/stores.ts";
import { openDemo } from "../commands/openDemo.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { StartPage } from "./StartPage.tsx";

const noNetwork: typeof globalThis.fetch = () => Promise.reject(new TypeError("offline"));

function render(tab = createTab(noNetwork)) {
  const { stores } = tab;
  return renderInTab(
    <StartPage
      onDemo={() => openDemo(stores)}
      onPaste={(text) => stores.connections.connector.paste(text, true)}
    />,
    tab,
  );
}

/** The start page of a tab whose relay finds one server of another client. */
const renderWithFound = (found: ConfiguredServer) =>
  renderWithRelay({ findServers: () => ({ servers: [found], problems: [] }) });

async function renderWithRelay(options: Parameters<typeof openRelay>[0]) {
  const relay = await openRelay({ allowOrigins: [location.origin], ...options });
  const tab = createTab(fetch);
  tab.sessions.set(`${relay.url}/`, await pair(relay));
  tab.stores.relay.access.use(`${relay.url}/`);
  const rendered = render(tab);
  const link = await tab.stores.relay.access.link();
  onTestFinished(() => void ("close" in link && link.close()));
  return { ...rendered, tab };
}

const stateOf = ({ servers }: Stores) => activeConnection(servers.all.getState())?.state.getState();

test("the demo server is connected without network, relay or question", async () => {
  const { user, stores } = render();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Add a server");
  await user.click(screen.getByRole("button", { name: /^Try the demo server/ }));
  await waitFor(() => expect(stateOf(stores)?.kind).toBe("connected"));
  expect(stores.connections.questions.getState()).toBeUndefined();
});

test("recent servers are offered by name and icon, and connected by a press", async () => {
  const { user, stores } = render();
  await user.click(screen.getByRole("button", { name: /^Try the demo server/ }));
  const recent = await screen.findByRole("button", { name: /^Demo server https:\/\/demo.invalid/ });
  expect(recent.querySelector("img")?.src).toMatch(/^data:image\/svg\+xml;base64,/);
  const { connector } = stores.connections;
  connector.disconnect();
  await user.click(recent);
  await waitFor(() => expect(stateOf(stores)?.kind).toBe("connected"));
  expect(stores.servers.all.getState().open.size).toBe(1);
});

test("a server of another client gets values of the environment only after a question", async () => {
  const secret = { secret: "s3cret-value", shown: "\u0024{TOKEN}" };
  const target = {
    kind: "http",
    url: ["https://evil.example/mcp"],
    headers: [["Authorization", ["Bearer ", secret]]],
  } as const;
  const found = { name: "friendly", source: "~/x/.mcp.json", target, inputs: [], isFound: true };
  const { user, stores, tab } = await renderWithFound(found);
  await user.click(await screen.findByRole("button", { name: /^Find my servers/ }));
  await user.click(await screen.findByRole("button", { name: /^friendly/ }));
  const { questions } = stores.connections;
  await waitFor(() => expect(questions.getState()).toMatchObject({ kind: "connect" }));
  expect(stores.servers.all.getState().open.size).toBe(0);
  renderInTab(<Questions />, tab);
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("evil.example");
  expect(dialog.textContent).toContain("\u0024{TOKEN}");
  expect(dialog.textContent).not.toContain("s3cret-value");
});

test("servers of other clients are listed when asked for; their command is confirmed", async () => {
  const target = { kind: "stdio", command: ["air"], args: [], env: [] } as const;
  const found = { name: "air", source: "~/.cursor/mcp.json", target, inputs: [], isFound: true };
  const { user, stores } = await renderWithFound(found);
  const find = await screen.findByRole("button", { name: /^Find my servers/ });
  expect(screen.queryByRole("button", { name: /^air/ })).toBeNull();
  await user.click(find);
  await user.click(await screen.findByRole("button", { name: /^air/ }));
  await waitFor(() =>
    expect(stores.connections.questions.getState()).toMatchObject({
      kind: "start",
      target: { command: "air" },
      source: { kind: "configured", check: { kind: "changed" } },
    }),
  );
});

test("the way to a tap is a tab, which stays beside what else is open", async () => {
  const { user, stores } = await renderWithRelay({ findClients: () => [] });
  await user.click(await screen.findByRole("button", { name: /^Tap a client/ }));
  expect(stores.view.getState().pane).toBe("tap");
});
