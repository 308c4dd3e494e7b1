// @vitest-environment jsdom
/** The workbench shows why the shown server is not connected, on every tab. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startDemo } from "../../../e2e/servers/demo.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { activeServer } from "../../servers/store/server.ts";
import { connectTab } from "../stores/connectTab.fixture.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { WorkbenchViews } from "./WorkbenchViews.tsx";

/** A server that answers every request with 401 and names no authorization server. */
async function startRefusing() {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/mcp" ? 401 : 404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, stop };
}

test("after a 401, a later failure is shown on every tab, and the authorization view ends", async () => {
  const { url, stop } = await startRefusing();
  const tab = createTab(fetch);
  const { stores } = tab;
  const { connector } = stores.connections;
  const { servers } = stores;
  const code = () => {
    const state = activeServer(servers.all.getState())?.connection?.state.getState();
    return state?.kind === "failed" ? state.failure.code : state?.kind;
  };
  const { user } = renderInTab(
    <WorkbenchViews isStart={false} onDemo={() => {}} onPaste={() => false} />,
    tab,
  );
  servers.all.write(url);
  expect(screen.queryByRole("tab", { name: "Authorization" })).toBeNull();
  connector.connect();
  // the authorization view opens by itself and asks
  await screen.findByRole("tab", { name: "Authorization", selected: true }, { timeout: 30_000 });
  // the arrow that waits is named; the steps are below it
  await screen.findByRole(
    "img",
    { name: "Discover issuer, between this page and the issuer: needs you" },
    { timeout: 30_000 },
  );

  await stop();
  connector.connect();
  await waitFor(() => expect(code()).toBe("network"), { timeout: 30_000 });
  expect(screen.getByRole("tab", { name: "Call" }).ariaSelected).toBe("true");
  for (const name of ["Call", "Composer", "History", "Authorization", "Sampling"]) {
    await user.click(screen.getByRole("tab", { name }));
    await waitFor(
      // by its name: a view may have tabs of its own
      () =>
        expect(screen.getByRole("tabpanel", { name }).textContent).toContain(
          "Could not connect to",
        ),
      { timeout: 30_000 },
    );
  }
});

test("a 401 without metadata is diagnosed where the authorization was cancelled", async () => {
  const { url } = await startRefusing();
  const tab = createTab(fetch);
  const { user } = renderInTab(
    <WorkbenchViews isStart={false} onDemo={() => {}} onPaste={() => false} />,
    tab,
  );
  tab.stores.servers.all.write(url);
  tab.stores.connections.connector.connect();
  const limit = { timeout: 30_000 };
  const panel = () => screen.getByRole("tabpanel", { name: "Authorization" });
  await user.click(await screen.findByRole("button", { name: "Cancel authorization" }, limit));
  await user.click(await within(panel()).findByRole("button", { name: "Diagnose" }, limit));
  const diagnosis = await within(panel()).findByRole("region", { name: "Diagnosis" }, limit);
  const sentence = await within(diagnosis).findByRole("alert", {}, limit);
  expect(sentence.textContent).toContain("requires sign-in, but no metadata says where");
});

test("after a cancelled sign-in, another server is shown in Call", async () => {
  const { url } = await startRefusing();
  const demo = await startDemo();
  onTestFinished(demo.close);
  const tab = createTab(fetch);
  const { user } = renderInTab(
    <WorkbenchViews isStart={false} onDemo={() => {}} onPaste={() => false} />,
    tab,
  );
  tab.stores.servers.all.write(url);
  tab.stores.connections.connector.connect();
  await user.click(await screen.findByRole("button", { name: "Cancel authorization" }));
  await screen.findByRole("tab", { name: "Authorization", selected: true });
  tab.stores.servers.all.write(demo.url);
  tab.stores.connections.connector.connect();
  await screen.findByRole("tab", { name: "Call", selected: true });
});

test("Examine diagnoses a connection that works", async () => {
  const demo = await startDemo();
  onTestFinished(demo.close);
  const tab = createTab();
  await connectTab(tab, demo.url);
  const { user } = renderInTab(
    <WorkbenchViews isStart={false} onDemo={() => {}} onPaste={() => false} />,
    tab,
  );
  await user.click(screen.getByRole("tab", { name: "Examine" }));
  const limit = { timeout: 30_000 };
  await user.click(await screen.findByRole("button", { name: "Diagnose connection" }, limit));
  const panel = await screen.findByRole("region", { name: "Diagnosis" }, limit);
  await within(panel).findByText("What was examined", undefined, limit);
  expect(screen.getByRole("tabpanel", { name: "Examine" }).contains(panel)).toBe(true);
  expect(screen.getByRole("button", { name: "Run examination" })).toBeDefined();
});
