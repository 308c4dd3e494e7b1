// @vitest-environment jsdom
/** A call whose server asks for a token in the middle of it. */
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../../../shared/oauth/testServer.fixture.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import { renderInTab } from "../../component.fixture.tsx";
import { activeServer } from "../../servers/store/server.ts";
import { elapsedMs } from "../store/run.ts";
import { runOf } from "../store/runs.ts";

/** A server of which only tools/call needs a token; with one, the call is answered by `answer`. */
async function startServer() {
  const server = await startTestServer();
  let answer = () => {};
  server.reply("/mcp", (response, { headers, body }) => {
    const { id, method, params } = JSON.parse(String(body) || "{}");
    const send = (result: unknown) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    const token = headers.authorization?.replace(/^\S+ /, "") ?? "";
    switch (method) {
      case "initialize": {
        const serverInfo = { name: "test", version: "1" };
        const { protocolVersion } = params;
        return send({ protocolVersion, capabilities: { tools: {} }, serverInfo });
      }
      case "tools/list":
        return send({ tools: [{ name: "work", inputSchema: { type: "object" } }] });
      case "tools/call":
        if (!server.accepted.has(token)) return response.writeHead(401).end();
        answer = () => send({ content: [{ type: "text", text: "worked" }] });
        return undefined;
      default:
        return response.writeHead(id === undefined ? 202 : 405).end();
    }
  });
  return { ...server, answer: () => answer(), isCalled: () => server.accepted.size > 0 };
}

test("the time of a sign-in in the middle of a call is not counted as waiting for the server", async () => {
  const server = await startServer();
  const tab = createTab();
  const { stores } = tab;
  stores.servers.all.choose(server.url);
  const view = await connectTab(tab, server.url);
  onTestFinished(stores.connections.connector.disconnect);
  const active = activeServer(stores.servers.all.getState());
  if (!active) throw new Error("Nothing is connected");
  const authorization = stores.signIn.of(active, server.url);
  authorization.form.change({
    way: "client-credentials",
    clientId: "machine",
    clientSecret: "a secret of some length",
  });
  stores.view.openItem({ kind: "tool", name: "work" });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const run = () => {
    const found = runOf(stores.calls.runs.getState(), active.id, "tool work");
    return found?.kind === "running" ? found : undefined;
  };
  await user.click(await screen.findByRole("button", { name: "Call tool" }));
  await screen.findByText("Waits for the authorization");
  const { prompts } = await authorization.load();
  await waitFor(() => expect(prompts.asked.getState().kind).toBe("confirm"));
  const paused = run();
  if (!paused) throw new Error("The call has ended");
  // the time that it waits runs while it does
  expect(elapsedMs(paused, 2e9) - elapsedMs(paused, 1e9)).toBeCloseTo(1e9, 3);
  expect(elapsedMs(paused, paused.pausedAt ?? 0)).toBeCloseTo(0, 3);

  const asked = prompts.asked.getState();
  const answeredAt = performance.now();
  if (asked.kind === "confirm") asked.answer(true);
  await waitFor(() => expect(server.isCalled()).toBe(true));
  await waitFor(() => expect(run()?.pausedAt).toBeUndefined());
  await waitFor(() => expect(run()?.sentAt).toBeGreaterThanOrEqual(answeredAt));
  expect(screen.queryByText("Waits for the authorization")).toBeNull();
  server.answer();
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Result" }).textContent).toContain("worked"),
  );
});
