/** Journey: signs in at every kind of authorization server through the server's own pages. */
import {
  authorizationOf,
  call,
  connectBySigningIn,
  decide,
  expect,
  isConnected,
  logIn,
  openSignIn,
  openTab,
  signIn,
  test,
} from "./signIn.ts";

test("a client registers itself, the user signs in and consents, and the server accepts the token", {
  tag: "@main",
}, async ({ playground, counterparts }) => {
  const { provider, server } = await counterparts.pair();
  await connectBySigningIn(playground, server.url);
  await call(playground, "whoami", "with mcp:read");
  expect([provider.registrations(), provider.grants()]).toEqual([
    1,
    [expect.objectContaining({ type: "authorization_code", error: undefined })],
  ]);
});

test("an issuer with a path has its metadata below the well-known prefix", async ({
  playground,
  counterparts,
}) => {
  const { server } = await counterparts.pair({ path: "/tenant" });
  await connectBySigningIn(playground, server.url);
});

test("metadata is requested at the well-known location when the 401 names none", async ({
  playground,
  counterparts,
}) => {
  const provider = await counterparts.oidc();
  const server = await counterparts.protect({
    authorizationServers: [provider],
    metadata: "root",
  });
  await connectBySigningIn(playground, server.url);
});

test("two tabs at two issuers at the same time: each receives its own redirect", async ({
  playground,
  counterparts,
  relay,
}) => {
  const one = await counterparts.pair();
  const two = await counterparts.pair();
  const other = await openTab(playground, relay.createLink());
  await playground.enter(one.server.url);
  const first = await openSignIn(playground);
  await other.enter(two.server.url);
  const second = await openSignIn(other);
  for (const popup of [second, first]) {
    await logIn(popup);
    await decide(popup);
  }
  for (const each of [playground, other]) {
    await isConnected(each);
    await call(each, "whoami", "with mcp:read");
  }
  const clientOf = ({ provider }: typeof one) => provider.grants()[0]?.clientId;
  expect(clientOf(one)).not.toBe(clientOf(two));
  expect([one.provider.registrations(), two.provider.registrations()]).toEqual([1, 1]);
});

test("one tab, one issuer after the other: no client and no token is carried over", async ({
  playground,
  counterparts,
}) => {
  const one = await counterparts.pair();
  const two = await counterparts.pair();
  await connectBySigningIn(playground, one.server.url);
  await playground.button("Disconnect").click();
  await connectBySigningIn(playground, two.server.url);
  expect([one.provider.registrations(), two.provider.registrations()]).toEqual([1, 1]);
  const tokens = new Set(one.server.authorizations());
  expect(two.server.authorizations().filter((token) => token && tokens.has(token))).toEqual([]);
});

test("a client known by its metadata document", async ({ playground, counterparts, relay }) => {
  const documentUrl = "https://client.example/oauth-client.json";
  const document = {
    client_id: documentUrl,
    client_name: "The hosted playground",
    redirect_uris: [`${relay.url}/callback.html`],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
  };
  const { provider, server } = await counterparts.pair({
    registration: false,
    metadataDocuments: { [documentUrl]: document },
  });
  await playground.enter(server.url);
  const authorization = authorizationOf(playground);
  await authorization.getByRole("button", { name: "Cancel authorization" }).click();
  await authorization.getByRole("button", { name: "Settings" }).click();
  await authorization.getByRole("button", { name: "More" }).click();
  await authorization
    .getByRole("textbox", { name: "Client ID metadata document" })
    .fill(documentUrl);
  const popup = await openSignIn(playground);
  await logIn(popup);
  await expect(popup.getByText("The hosted playground asks for")).toBeVisible();
  await decide(popup);
  await isConnected(playground);
  expect(provider.grants()[0]?.clientId).toBe(documentUrl);
});

test("a client that was registered by hand, entered when it is asked for", async ({
  playground,
  counterparts,
  relay,
}) => {
  const { server } = await counterparts.pair({
    registration: false,
    clients: [
      {
        client_id: "known",
        client_secret: "a secret of some length",
        redirect_uris: [`${relay.url}/callback.html`],
      },
    ],
  });
  await playground.enter(server.url);
  const step = authorizationOf(playground).getByRole("listitem");
  await step.getByRole("textbox", { name: "Client ID", exact: true }).fill("known");
  await step.getByRole("textbox", { name: "Client secret" }).fill("a secret of some length");
  await step.getByRole("button", { name: "Use this client" }).click();
  await signIn(playground);
  await isConnected(playground);
  await call(playground, "whoami", "Client known");
});

test("the user chooses one of several authorization servers", async ({
  playground,
  counterparts,
}) => {
  const first = await counterparts.oidc();
  const second = await counterparts.oidc();
  const server = await counterparts.protect({ authorizationServers: [first, second] });
  await playground.enter(server.url);
  const authorization = authorizationOf(playground);
  await authorization.getByRole("radio", { name: second.issuer }).click();
  await authorization.getByRole("button", { name: "Use this one" }).click();
  await signIn(playground);
  await isConnected(playground);
  expect([first.grants().length, second.grants().length]).toEqual([0, 1]);
});

for (const metadata of ["both", "server", "none"] as const) {
  test(`the official legacy router, with ${metadata} metadata`, async ({
    playground,
    counterparts,
  }) => {
    const server = await counterparts.legacy({ metadata });
    await playground.enter(server.url);
    if (metadata === "none") {
      const attempt = authorizationOf(playground).getByRole("button", { name: "Try them" });
      await expect(attempt).toBeVisible();
      expect(server.registrations()).toBe(0);
      await attempt.click();
    }
    const popup = await openSignIn(playground);
    await decide(popup);
    await isConnected(playground);
    await call(playground, "whoami", "Client ");
    expect(server.registrations()).toBe(1);
  });
}
