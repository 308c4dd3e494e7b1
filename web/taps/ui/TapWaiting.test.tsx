// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { tapFolder } from "../../../relay/cli/tap/tap.fixture.ts";
import { openRelay, pair, temporaryFolder } from "../../../relay/relay.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { fill, renderInTab } from "../../component.fixture.tsx";
import { initialize, startClient } from "../store/taps.fixture.ts";
import { TapWaiting } from "./TapWaiting.tsx";

const words = ["/usr/bin/node", "/opt/my tools/main.js", "tap", "--"];

async function renderWithRelay(options: Parameters<typeof openRelay>[0]) {
  const relay = await openRelay({ allowOrigins: [location.origin], ...options });
  const tab = createTab(fetch);
  tab.sessions.set(`${relay.url}/`, await pair(relay));
  tab.stores.relay.access.use(`${relay.url}/`);
  const rendered = renderInTab(<TapWaiting />, tab);
  const link = await tab.stores.relay.access.link();
  onTestFinished(() => void ("close" in link && link.close()));
  return rendered;
}

test("without servers of other clients, there is a command to copy, in the form of each client", async () => {
  const { user } = await renderWithRelay({ findClients: () => [], tapWords: words });
  const line = "/usr/bin/node '/opt/my tools/main.js' tap -- node server.js";
  expect(await screen.findByText(line)).toBeDefined();
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const copy = screen.getByRole("button", { name: "Copy" });
  await user.click(copy);
  expect(written).toHaveBeenLastCalledWith(line);

  await fill(user, screen.getByRole("textbox", { name: "Your server’s command" }), "uvx notes");
  await user.click(screen.getByRole("radio", { name: "JSON" }));
  await user.click(copy);
  expect(JSON.parse(written.mock.lastCall?.[0] ?? "")).toEqual({
    mcpServers: { "my-server": { command: words[0], args: [...words.slice(1), "uvx", "notes"] } },
  });
  await user.click(screen.getByRole("radio", { name: "claude mcp add" }));
  const added =
    "claude mcp add my-server -- /usr/bin/node '/opt/my tools/main.js' tap -- uvx notes";
  expect(screen.getByText(added)).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "HTTP server" }));
  const url = "https://notes.example/mcp";
  await fill(user, screen.getByRole("textbox", { name: "Your server’s URL" }), url);
  expect(
    screen.getByText(`/usr/bin/node '/opt/my tools/main.js' tap --http 3001 ${url}`),
  ).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "Hosted client" }));
  const hosted = "/usr/bin/node '/opt/my tools/main.js' tap --public https://relay.example.com";
  expect(screen.getByText(`${hosted} -- uvx notes`)).toBeDefined();
  await fill(user, screen.getByRole("textbox", { name: "Your server’s command or URL" }), url);
  expect(screen.getByText(`${hosted} ${url}`)).toBeDefined();
});

test("it waits for a client, says how long and why none may come, and shows the tap that comes", async () => {
  const state = temporaryFolder();
  const { user, stores } = await renderWithRelay({
    findClients: () => [],
    tapWords: words,
    tapFolder: tapFolder(state),
  });
  await screen.findByText("Waiting for a client");
  const waited = screen.getByRole("timer", { name: "Waited" });
  await waitFor(() => expect(waited.textContent).toMatch(/^[1-9]\d* s$/));
  await user.click(screen.getByRole("button", { name: "Nothing comes?" }));
  const causes = within(screen.getByRole("list", { name: "Possible causes" }));
  expect(causes.getAllByRole("listitem").length).toBeGreaterThan(3);
  const client = startClient(state, "notes");
  await client.send(initialize.method, initialize.params);
  await screen.findByText(/^notes is tapped: /);
  expect(screen.queryByText("Waiting for a client")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show tap notes" }));
  const names = () => [...stores.servers.all.getState().open.values()].map(({ name }) => name);
  await waitFor(() => expect(names()).toEqual(["notes"]));
  expect(stores.view.getState().pane).toBe("tap");
});

test("a server of another client shows the change that a tap makes, and the command to copy", async () => {
  const server = { client: "cursor", file: "/home/x/.cursor/mcp.json" } as const;
  const { user } = await renderWithRelay({
    findClients: () => [
      {
        ...server,
        server: "my notes",
        state: "ready",
        before: '"command": "node"',
        after: '"command": "tap-program"',
      },
      { ...server, server: "old", state: "tapped" },
      { ...server, server: "far", state: "not-stdio" },
    ],
  });
  await user.click(await screen.findByRole("button", { name: /^Show the change: Cursor/ }));
  await user.click(screen.getByRole("button", { name: "my notes" }));
  expect(screen.getByRole("table", { name: "Change to the file" }).textContent).toContain(
    "tap-program",
  );
  expect(screen.getByText("mcp-playground tap --install cursor 'my notes'")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "old" }));
  expect(screen.getByText("mcp-playground tap --uninstall cursor old")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "far" }));
  expect(screen.getAllByRole("button", { name: "Copy command" })).toHaveLength(2);
  expect(screen.getByText(/^Looked for the servers of Claude, VS Code.* too: none/)).toBeTruthy();
});
