/** Journey: grants without a sign-in, and tokens bound to a key (DPoP). */
import { createPrivateKey } from "node:crypto";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import type { Playground } from "./playground.ts";
import { enterpriseClient, idpClient } from "./servers/authorization/assertionIssuers.ts";
import {
  allowSecret,
  authorizationOf,
  call,
  expect,
  isConnected,
  openAuthorization,
  readLink,
  signIn,
  test,
} from "./signIn.ts";

/** Opens the settings for a server and selects a grant. */
async function chooseWay(playground: Playground, url: string, way: string) {
  await playground.server.fill(url);
  const authorization = await openAuthorization(playground);
  await authorization.getByRole("button", { name: "Settings", exact: true }).click();
  await choose(playground, "Authorization method", way);
  return authorization;
}

async function choose({ page }: Playground, select: string, option: string) {
  await page.getByRole("combobox", { name: select }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

const fill = (playground: Playground, name: string, text: string) =>
  authorizationOf(playground).getByRole("textbox", { name, exact: true }).fill(text);

/** Everything that can be read on the screen and in the link. */
async function readable(playground: Playground): Promise<string> {
  const { page } = playground;
  const shared = await readLink(playground);
  const storages = await page.evaluate(
    () => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href,
  );
  return shared + storages + (await page.content());
}

const machine = {
  client_id: "machine",
  grant_types: ["client_credentials"],
  redirect_uris: [],
  response_types: [],
};

test("a bearer token and a header entered by hand are sent unchanged", async ({
  playground,
  counterparts,
  everything,
}) => {
  const sent: Record<string, string>[] = [];
  playground.page.on("request", (request) => {
    if (request.url() === everything.url && request.method() === "POST") {
      sent.push(request.headers());
    }
  });
  const { provider } = await counterparts.pair();
  const way = "Bearer token or custom headers";
  const authorization = await chooseWay(playground, everything.url, way);
  await fill(playground, "Bearer token", "by-hand");
  const headers = authorization.getByRole("textbox", { name: "Request headers" });
  await headers.fill("X-Tenant: blue\nno colon");
  await expect(authorization).toContainText("Line 2 is not in the form name: value.");
  // an invalid value is kept as well when the grant is changed and changed back
  await choose(playground, "Authorization method", "Client credentials");
  await choose(playground, "Authorization method", way);
  await expect(headers).toHaveValue("X-Tenant: blue\nno colon");
  await headers.fill("X-Tenant: blue\nAuthorization: Bearer another");
  await expect(authorization).toContainText("already sets Authorization");
  await headers.fill("X-Tenant: blue");
  await playground.button("Connect").click();
  await isConnected(playground);
  expect(sent.length).toBeGreaterThan(0);
  for (const each of sent) {
    expect(each).toMatchObject({ authorization: "Bearer by-hand", "x-tenant": "blue" });
  }
  expect(provider.grants()).toEqual([]);
});

test("client credentials with a secret", async ({ playground, counterparts }) => {
  const secret = "a secret of some length";
  const { provider, server } = await counterparts.pair({
    clients: [{ ...machine, client_secret: secret }],
  });
  await chooseWay(playground, server.url, "Client credentials");
  await fill(playground, "Client ID", "machine");
  await fill(playground, "Client secret", secret);
  await playground.button("Connect").click();
  await allowSecret(playground, "client secret", `${provider.issuer}/token`);
  await isConnected(playground);
  await call(playground, "whoami", "Client machine with mcp:read");
  expect(provider.grants()).toEqual([
    { type: "client_credentials", clientId: "machine", error: undefined },
  ]);
  const seen = await readable(playground);
  expect(seen).not.toContain(secret);
  for (const token of server.authorizations())
    if (token) expect(seen).not.toContain(token.slice(7));
});

test("client credentials with a PEM key; a wrong key is reported as such", async ({
  playground,
  counterparts,
}) => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const pem = await exportPKCS8(privateKey);
  const { provider, server } = await counterparts.pair({
    clients: [
      {
        ...machine,
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", use: "sig" }] },
      },
    ],
  });
  const authorization = await chooseWay(playground, server.url, "Client credentials");
  await fill(playground, "Client ID", "machine");
  await choose(playground, "Client authentication", "private_key_jwt");
  const older = createPrivateKey(pem).export({ type: "sec1", format: "pem" }).toString();
  await fill(playground, "Private key", older);
  await authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await expect(authorization).toContainText("The PEM holds EC PRIVATE KEY");
  expect(provider.grants()).toEqual([]);

  // nothing is lost when the grant is changed and changed back
  await choose(playground, "Authorization method", "Workload identity");
  await choose(playground, "Authorization method", "Client credentials");
  const key = authorization.getByRole("textbox", { name: "Private key", exact: true });
  await expect(key).toHaveValue(older);
  await key.fill(pem);
  await authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await isConnected(playground);
  await call(playground, "whoami", "Client machine with mcp:read");
  const lines = pem.split("\n").filter((line) => line.length > 40);
  const seen = await readable(playground);
  for (const line of lines) expect(seen).not.toContain(line);
});

test("DPoP always: the nonce is used, the token is bound, and each call carries a proof", async ({
  playground,
  counterparts,
}) => {
  const { provider, server } = await counterparts.pair({ dpopNonce: true });
  const proofs = new Set<string | undefined>();
  playground.page.on("request", (request) => {
    if (request.url() === server.url && request.method() === "POST") {
      proofs.add(request.headers().dpop);
    }
  });
  const authorization = await chooseWay(playground, server.url, "Sign in (authorization code)");
  await authorization.getByRole("button", { name: "More", exact: true }).click();
  await choose(playground, "DPoP", "Always");
  await playground.button("Connect").click();
  await signIn(playground);
  await isConnected(playground);
  await call(playground, "whoami", "with mcp:read");
  expect(provider.grants().map(({ error }) => error)).toEqual(["use_dpop_nonce", undefined]);
  const schemes = new Set(server.authorizations().map((header) => header?.split(" ")[0]));
  expect([...schemes]).toEqual([undefined, "DPoP"]);
  // the first request had none and was refused; no proof was used twice
  const bound = server.authorizations().filter((header) => header !== undefined).length;
  expect(proofs.size).toBe(bound + 1);
});

test("workload identity: an assertion is exchanged once, and a refused one is not sent again", async ({
  playground,
  counterparts,
}) => {
  const { idp, issuer, server } = await counterparts.enterprise();
  const authorization = await chooseWay(playground, server.url, "Workload identity");
  const elsewhere = await idp.workloadToken("https://elsewhere.example");
  await fill(playground, "Assertion", elsewhere);
  await playground.button("Connect").click();
  const question = authorization.getByRole("group", { name: /Send the assertion/ });
  await question.getByRole("button", { name: "Do not" }).click();
  await expect(authorization).toContainText("What you entered was not sent");
  expect(issuer.asked()).toEqual([]);
  await authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await allowSecret(playground, "assertion", issuer.issuer);
  await expect(authorization).toContainText("invalid_grant");
  expect(issuer.asked().map(({ error }) => error)).toEqual(["invalid_grant"]);

  await fill(playground, "Assertion", await idp.workloadToken(issuer.issuer));
  await authorization.getByRole("button", { name: "Authorize", exact: true }).click();
  await isConnected(playground);
  await call(playground, "whoami", "Client build-robot with mcp:read");
  const seen = await readable(playground);
  for (const secret of [...idp.secrets(), ...issuer.secrets()]) expect(seen).not.toContain(secret);
});

test("enterprise-managed: an ID token is exchanged for an ID-JAG, and that for an access token", async ({
  playground,
  counterparts,
}) => {
  const { idp, issuer, server } = await counterparts.enterprise();
  await chooseWay(playground, server.url, "Enterprise-managed");
  await fill(playground, "Identity provider's token endpoint", idp.tokenEndpoint);
  await fill(playground, "Client ID at the identity provider", idpClient.id);
  await fill(playground, "Secret at the identity provider", idpClient.secret);
  await fill(playground, "ID token", await idp.idToken());
  await fill(playground, "Client ID", enterpriseClient);
  await playground.button("Connect").click();
  await isConnected(playground);
  await call(playground, "whoami", `Client ${enterpriseClient} with mcp:read`);
  expect(idp.asked()).toMatchObject([{ form: { audience: issuer.issuer, resource: server.url } }]);
  expect(issuer.asked().map(({ error }) => error)).toEqual([undefined]);
  const seen = await readable(playground);
  const secrets = [idpClient.secret, ...idp.secrets(), ...issuer.secrets()];
  for (const secret of secrets) expect(seen).not.toContain(secret);
});
