// @vitest-environment jsdom
/** A 401 that does not say where to sign in; real servers, with the headers as a browser shows them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { openRelay, pair } from "../../../relay/relay.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { activeServer } from "../../servers/store/server.ts";
import { AuthorizationView } from "./AuthorizationView.tsx";

const limit = { timeout: 30_000 };

/** Starts a server that answers 401, with a challenge or without, and accepts one token. */
async function startServer(challenge?: string) {
  const accepted: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    if (request.url !== "/mcp") return void response.writeHead(404).end();
    if (authorization === undefined) {
      return void response.writeHead(401, challenge ? { "www-authenticate": challenge } : {}).end();
    }
    accepted.push(authorization);
    response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, accepted };
}

/** As a browser: the page reads only what the server exposes, which is nothing. */
const withoutExposedHeaders: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const headers = new Headers(response.headers);
  headers.delete("www-authenticate");
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
};

function connect(url: string, tab = createTab(withoutExposedHeaders)) {
  const { servers, connections } = tab.stores;
  servers.all.write(url);
  connections.connector.connect();
  onTestFinished(() => connections.opener.close(servers.all.getState().activeId ?? ""));
  return { tab, ...renderInTab(<AuthorizationView />, tab) };
}

test("a token is entered in the step, and sent to the server alone", async () => {
  const { url, accepted } = await startServer();
  const { user, stores } = connect(url);
  const field = await screen.findByLabelText("Token", {}, limit);
  const step = screen.getByRole("listitem", { name: /^Discover issuer: needs you/ });
  expect(step.contains(field)).toBe(true);
  expect(step.textContent).toContain(`Sent to ${new URL(url).origin}`);
  await user.type(field, "Bearer entered-by-hand{Enter}");
  await waitFor(() => expect(accepted).toContain("Bearer entered-by-hand"), limit);
  const { settings } = activeServer(stores.servers.all.getState()) ?? {};
  expect(settings?.headers).toEqual([["Authorization", "Bearer entered-by-hand"]]);
});

test("a challenge that CORS hides: the cause is named, and the relay is offered before endpoints are guessed", async () => {
  const { url } = await startServer('Bearer resource_metadata="https://as.example/meta"');
  const relay = await openRelay({ allowOrigins: [location.origin] });
  const tab = createTab(withoutExposedHeaders);
  tab.sessions.set(`${relay.url}/`, await pair(relay));
  tab.stores.relay.access.use(`${relay.url}/`);
  const link = await tab.stores.relay.access.link();
  onTestFinished(() => void ("close" in link && link.close()));
  const { user, stores } = connect(url, tab);
  const guess = await screen.findByRole("group", { name: "Try the default endpoints?" }, limit);
  const notice = screen.getByRole("note");
  expect(notice.textContent).toContain("Access-Control-Expose-Headers: WWW-Authenticate");
  const isBefore = notice.compareDocumentPosition(guess) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isBefore).not.toBe(0);
  await user.click(within(notice).getByRole("button", { name: "Connect through the relay" }));
  await waitFor(
    () => expect(stores.relay.forwarding.questions.getState()).toEqual([new URL(url).origin]),
    limit,
  );
  expect(activeServer(stores.servers.all.getState())?.settings.route).toBe("relay");
});
