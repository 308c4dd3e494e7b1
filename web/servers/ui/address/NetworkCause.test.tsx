// @vitest-environment jsdom
/** The relay tells apart why a direct request failed; real servers and a real relay. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { openRelay, pair } from "../../../../relay/relay.fixture.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../component.fixture.tsx";
import { NetworkCause } from "./NetworkCause.tsx";

const limit = { timeout: 30_000 };

/** Starts a server; nothing listens at its port any more where `listener` is missing. */
async function serve(listener?: RequestListener): Promise<string> {
  const server = listener ? createServer(listener) : createTcpServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const stop = () => new Promise<unknown>((resolve) => server.close(resolve));
  if (listener) onTestFinished(async () => void (await stop()));
  else await stop();
  return url;
}

async function renderFailure(url: string, headers: readonly string[]) {
  const relay = await openRelay({ allowOrigins: [location.origin] });
  const tab = createTab(fetch);
  tab.sessions.set(`${relay.url}/`, await pair(relay));
  const { access, forwarding } = tab.stores.relay;
  access.use(`${relay.url}/`);
  const link = await access.link();
  onTestFinished(() => void ("close" in link && link.close()));
  const request = { method: "POST", headers };
  const failure = { code: "network", url, reason: "Failed to fetch", request } as const;
  const { user } = renderInTab(<NetworkCause failure={failure} />, tab);
  await user.click(
    await screen.findByRole("button", { name: "Find the cause through the relay" }, limit),
  );
  // the relay's rules for addresses hold: nothing is sent before the user has agreed
  const { origin } = new URL(url);
  await waitFor(() => expect(forwarding.questions.getState()).toEqual([origin]));
  return { agree: () => forwarding.answer(origin, true) };
}

const alertText = async () => (await screen.findByRole("alert", {}, limit)).textContent;

test("nothing listens", async () => {
  const { agree } = await renderFailure(await serve(), ["content-type"]);
  agree();
  expect(await alertText()).toMatch(/^No server is listening at 127\.0\.0\.1:\d+/);
});

test("no CORS headers at all", async () => {
  const heard: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.origin}`);
    response.writeHead(405).end();
  });
  const { agree } = await renderFailure(url, ["content-type"]);
  expect(heard).toEqual([]);
  agree();
  const text = await alertText();
  expect(text).toMatch(/answers, but does not allow this page \(CORS\).*status 405/);
  expect(text).toContain(`Send Access-Control-Allow-Origin: ${location.origin}`);
  expect(heard).toEqual([`OPTIONS /mcp ${location.origin}`]);
});

test("a header is not allowed; the wildcard does not cover Authorization", async () => {
  const url = await serve((request, response) => {
    response.writeHead(204, {
      "access-control-allow-origin": request.headers.origin,
      "access-control-allow-headers": "*",
    });
    response.end();
  });
  const { agree } = await renderFailure(url, ["content-type", "authorization"]);
  agree();
  const text = await alertText();
  expect(text).toContain("Add authorization to Access-Control-Allow-Headers.");
  expect(text).not.toContain("content-type");
});

test("plain http where https is asked for", async () => {
  const url = await serve((_request, response) => response.end());
  const { agree } = await renderFailure(url.replace("http:", "https:"), ["content-type"]);
  agree();
  expect(await alertText()).toMatch(/TLS|https/);
});

test("the preflight is allowed: the response itself cannot be read", async () => {
  const url = await serve((request, response) => {
    const { origin = "", "access-control-request-headers": names = "" } = request.headers;
    const headers = {
      "access-control-allow-origin": origin,
      "access-control-allow-headers": names,
    };
    response.writeHead(204, headers).end();
  });
  const { agree } = await renderFailure(url, ["content-type", "mcp-protocol-version"]);
  agree();
  expect(await alertText()).toContain("its preflight response allows this page");
});
