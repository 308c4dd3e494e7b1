// @vitest-environment jsdom
/** Which authorization server and which client a sign-in uses; at real authorization servers. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fill, pick } from "../../component.fixture.tsx";
import {
  counterparts,
  openSignInTab,
  playWindows,
  renderAuthorization,
  tabRedirectUri,
} from "./signIn.fixture.tsx";

test("one of several authorization servers is chosen, and a client that was registered there by hand is entered", async () => {
  const secret = "a secret of some length";
  const client = { client_id: "known", client_secret: secret, redirect_uris: [tabRedirectUri] };
  const first = await counterparts.oidc();
  const second = await counterparts.oidc({ registration: false, clients: [client] });
  const server = await counterparts.protect({ authorizationServers: [first, second] });
  playWindows();
  const { user, connect, press, authorize, call } = renderAuthorization(server.url);
  connect();
  await user.click(await screen.findByRole("radio", { name: `${second.issuer}/` }));
  await press("Use this one");
  const use = await screen.findByRole("button", { name: "Use this client" });
  expect(use).toHaveProperty("disabled", true);
  const step = within(screen.getByRole("listitem", { name: "Register: needs you" }));
  expect(step.getByText(tabRedirectUri)).toBeTruthy();
  await fill(user, step.getByRole("textbox", { name: "Client ID" }), "known");
  await fill(user, step.getByLabelText("Client secret"), secret);
  await user.click(use);
  await authorize();
  expect(await call("whoami")).toContain("Client known");
  expect([first.grants().length, second.grants().length]).toEqual([0, 1]);
});

test("a client known by its metadata document needs no registration; with DPoP every request has a bound token", async () => {
  const documentUrl = "https://client.example/oauth-client.json";
  const document = {
    client_id: documentUrl,
    client_name: "The hosted playground",
    redirect_uris: [tabRedirectUri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
  };
  const { provider, server } = await counterparts.pair({
    registration: false,
    metadataDocuments: { [documentUrl]: document },
    dpopNonce: true,
  });
  playWindows();
  const { user, press, connect, authorize, call } = renderAuthorization(server.url);
  await press("Settings");
  await press("More");
  const field = await screen.findByRole("textbox", { name: "Client ID metadata document" });
  await fill(user, field, documentUrl);
  await pick(user, screen.getByRole("combobox", { name: "DPoP" }), "Always");
  connect();
  await authorize();
  expect(await call("whoami")).toContain("with mcp:read");
  expect(provider.grants().map(({ clientId, error }) => [clientId, error])).toEqual([
    [documentUrl, "use_dpop_nonce"],
    [documentUrl, undefined],
  ]);
  const schemes = new Set(server.authorizations().map((header) => header?.split(" ")[0]));
  expect([...schemes]).toEqual([undefined, "DPoP"]);
});

test("one issuer after the other: no client and no token is carried over", async () => {
  const one = await counterparts.pair();
  const two = await counterparts.pair();
  playWindows();
  const { stores, connect, authorize, connected } = openSignInTab(one.server.url);
  connect();
  await authorize();
  await connected();
  stores.connections.connector.disconnect();
  stores.servers.all.write(two.server.url);
  connect();
  await authorize();
  await connected();
  expect([one.provider.registrations(), two.provider.registrations()]).toEqual([1, 1]);
  const tokens = new Set(one.server.authorizations().filter((token) => token !== undefined));
  expect(tokens.size).toBe(1);
  expect(two.server.authorizations().filter((token) => token && tokens.has(token))).toEqual([]);
});

test("without metadata the default endpoints are tried only if the user agrees", async () => {
  const server = await counterparts.legacy({ metadata: "none" });
  playWindows();
  const { connect, press, authorize, call } = renderAuthorization(server.url);
  connect();
  await screen.findByRole("button", { name: "Try them" });
  expect(server.registrations()).toBe(0);
  await press("Try them");
  await authorize();
  expect(await call("whoami")).toContain("Client ");
  expect(server.registrations()).toBe(1);
});
