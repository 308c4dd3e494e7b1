// @vitest-environment jsdom
/** What the page says of servers that attack the sign-in, and of those that it cannot read; the engine's tests have all attacks. */
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createTab, setSettings } from "../../app/stores/tab.fixture.ts";
import { createRelayTab } from "../../relayTab.fixture.ts";
import {
  counterparts,
  openSignInTab,
  playWindows,
  renderAuthorization,
} from "./signIn.fixture.tsx";

/** A browser's fetch, reduced to CORS: a response of another origin is read only with its header. */
const strictFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("origin", location.origin);
  const response = await fetch(input, { ...init, headers });
  if (init?.mode === "no-cors" || response.headers.has("access-control-allow-origin")) {
    return response;
  }
  throw new TypeError("Failed to fetch");
};

test("a redirect from another issuer: its code is not exchanged, and the view names the issuer", async () => {
  const rogue = await counterparts.rogue();
  playWindows();
  const { connect, authorize, shows } = renderAuthorization(rogue.url("foreign-iss"));
  connect();
  await authorize();
  await shows(/other\.example/);
  const step = screen.getByRole("listitem", { name: "Authorize: failed" });
  expect(within(step).getByRole("alert").textContent).toContain("other.example");
  expect(rogue.requests("foreign-iss")).not.toContain("POST /token");
});

test("an authorization endpoint that is a script is shown as text, and never opened", async () => {
  const rogue = await counterparts.rogue();
  const opened = playWindows();
  const { connect, shows } = renderAuthorization(rogue.url("javascript-endpoint"));
  connect();
  await shows(/javascript:/);
  const step = screen.getByRole("listitem", { name: "Discover issuer: failed" });
  expect(within(step).getByRole("alert").textContent).toContain("javascript:");
  expect(screen.queryByText(/Press Authorize/)).toBeNull();
  expect(document.querySelector('[href^="javascript:"]')).toBeNull();
  expect(opened).toEqual([]);
});

test("a public server whose metadata points to this machine: asked about before, and not contacted", async () => {
  const rogue = await counterparts.rogue();
  // a public host name that resolves to this machine
  const tab = createTab((input, init) =>
    fetch(String(input).replace("//mcp.example:", "//127.0.0.1:"), init),
  );
  const { connect, shows, press } = renderAuthorization(
    rogue.url("points-inward", "mcp.example"),
    tab,
  );
  connect();
  await shows(/127\.0\.0\.1/);
  const confirm = await screen.findByRole("button", { name: "Do not" });
  expect(document.activeElement?.contains(confirm)).toBe(true);
  await press("Do not");
  await shows("A private address was not contacted");
  expect(rogue.requests("points-inward")).not.toContain("GET oauth-authorization-server");
});

test("a registration endpoint that the browser may not read: CORS is named as the cause", async () => {
  const { provider, server } = await counterparts.pair({ cors: "as-shipped" });
  const { connect, shows } = renderAuthorization(server.url, createTab(strictFetch));
  connect();
  const { host } = new URL(provider.issuer);
  await shows(`${host} does not let this page read its response (CORS)`);
  const step = screen.getByRole("listitem", { name: "Register: needs you" });
  expect(within(step).getByRole("alert").textContent).toContain(host);
});

test("on the relay's route, metadata that the browser may not read is read there; a step-up asks nothing again", async () => {
  const provider = await counterparts.oidc();
  const server = await counterparts.protect({
    authorizationServers: [provider],
    metadataCors: false,
  });
  playWindows();
  const relayed = await createRelayTab({}, undefined, strictFetch);
  const { stores, connect, authorize, call } = openSignInTab(server.url, relayed);
  setSettings(stores, { route: "relay" });
  connect();
  const { forwarding } = stores.relay;
  const { origin } = new URL(server.url);
  await vi.waitFor(() => expect(forwarding.questions.getState()).toEqual([origin]));
  forwarding.answer(origin, true);
  await authorize();
  expect(await call("whoami")).toContain("with mcp:read");
  const calling = call("reset");
  await authorize();
  expect(await calling).toContain("Everything is reset");
  expect(forwarding.questions.getState()).toEqual([]);
});
