// @vitest-environment jsdom
/** Grants without a sign-in: from the form to a call at real servers, with secrets shown nowhere. */
import { createPrivateKey, randomBytes } from "node:crypto";
import { screen, within } from "@testing-library/react";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import {
  enterpriseClient,
  idpClient,
} from "../../../e2e/servers/authorization/assertionIssuers.ts";
import { fill, pick } from "../../component.fixture.tsx";
import { counterparts, type RenderedSignIn, renderAuthorization } from "./signIn.fixture.tsx";

const selectMethod = async ({ user }: RenderedSignIn, name: string) =>
  pick(user, await screen.findByRole("combobox", { name: "Authorization method" }), name);

/** Opens the settings for a server and selects a grant. */
async function renderSettings(url: string, method: string) {
  const rendered = renderAuthorization(url);
  await rendered.press("Settings");
  await selectMethod(rendered, method);
  return rendered;
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

/** Fills in fields by their labels. */
async function enter({ user }: RenderedSignIn, texts: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(texts)) await fill(user, await field(label), text);
}

/** The question whether an entered secret may be sent to an endpoint. */
async function secretQuestion(secret: string, endpoint: string) {
  const name = `Send the ${secret} to this authorization server?`;
  const question = await screen.findByRole("group", { name });
  expect(question.textContent).toContain(endpoint);
  const confirm = within(question).getByRole("button", { name: "Send it there" });
  expect(document.activeElement).not.toBe(confirm);
}

/** A registered client that is authorized without a user. */
const machine = {
  client_id: "machine",
  grant_types: ["client_credentials"],
  redirect_uris: [],
  response_types: [],
};

test("client credentials with a secret: it is sent to the endpoint that the user agrees to, and shown nowhere", async () => {
  // the same text in a form, in a header before its encoding, and in JSON
  const secret = randomBytes(16).toString("hex");
  const clients = [{ ...machine, client_secret: secret }];
  const { provider, server } = await counterparts.pair({ clients });
  const rendered = await renderSettings(server.url, "Client credentials");
  await enter(rendered, { "Client ID": "machine", "Client secret": secret });
  rendered.connect();
  await secretQuestion("client secret", `${provider.issuer}/token`);
  expect(provider.grants()).toEqual([]);
  await rendered.press("Send it there");
  expect(await rendered.call("whoami")).toContain("Client machine with mcp:read");
  expect(provider.grants()).toEqual([
    { type: "client_credentials", clientId: "machine", error: undefined },
  ]);
  const seen = await rendered.readable();
  for (const form of [secret, btoa(`machine:${secret}`)]) expect(seen).not.toContain(form);
  const tokens = server.authorizations().flatMap((header) => header?.slice("Bearer ".length) ?? []);
  expect(tokens.length).toBeGreaterThan(0);
  for (const token of tokens) expect(seen).not.toContain(token);
});

test("client credentials with a PEM key: another kind of key is named, and kept; no part of the key is shown", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const pem = await exportPKCS8(privateKey);
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", use: "sig" }] };
  const { provider, server } = await counterparts.pair({
    clients: [{ ...machine, token_endpoint_auth_method: "private_key_jwt", jwks }],
  });
  const rendered = await renderSettings(server.url, "Client credentials");
  await enter(rendered, { "Client ID": "machine" });
  const authentication = await screen.findByRole("combobox", { name: "Client authentication" });
  await pick(rendered.user, authentication, "private_key_jwt");
  const older = createPrivateKey(pem).export({ type: "sec1", format: "pem" }).toString();
  await enter(rendered, { "Private key": older });
  await rendered.press("Authorize");
  await rendered.shows("The PEM holds EC PRIVATE KEY");
  expect(provider.grants()).toEqual([]);

  await selectMethod(rendered, "Workload identity");
  await selectMethod(rendered, "Client credentials");
  expect((await field("Private key")).value).toBe(older);
  await enter(rendered, { "Private key": pem });
  await rendered.press("Authorize");
  expect(await rendered.call("whoami")).toContain("Client machine with mcp:read");
  const seen = await rendered.readable();
  const lines = pem.split("\n").filter((line) => line.length > 40);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(seen).not.toContain(line);
});

test("workload identity: a refused assertion is not sent again, and none without the user's agreement", async () => {
  const { idp, issuer, server } = await counterparts.enterprise();
  const rendered = await renderSettings(server.url, "Workload identity");
  await enter(rendered, { Assertion: await idp.workloadToken("https://elsewhere.example") });
  rendered.connect();
  await secretQuestion("assertion", issuer.issuer);
  await rendered.press("Do not");
  await rendered.shows("What you entered was not sent");
  expect(issuer.asked()).toEqual([]);
  await rendered.press("Authorize");
  await rendered.press("Send it there");
  await rendered.shows("invalid_grant");
  expect(issuer.asked().map(({ error }) => error)).toEqual(["invalid_grant"]);

  await enter(rendered, { Assertion: await idp.workloadToken(issuer.issuer) });
  await rendered.press("Authorize");
  expect(await rendered.call("whoami")).toContain("Client build-robot with mcp:read");
  expect(issuer.asked().map(({ error }) => error)).toEqual(["invalid_grant", undefined]);
  const seen = await rendered.readable();
  for (const secret of [...idp.secrets(), ...issuer.secrets()]) expect(seen).not.toContain(secret);
});

test("enterprise-managed: an ID token is exchanged for an ID-JAG, and that for an access token; none is shown", async () => {
  const { idp, issuer, server } = await counterparts.enterprise();
  const rendered = await renderSettings(server.url, "Enterprise-managed");
  await enter(rendered, {
    "Identity provider's token endpoint": idp.tokenEndpoint,
    "Client ID at the identity provider": idpClient.id,
    "Secret at the identity provider": idpClient.secret,
    "ID token": await idp.idToken(),
    "Client ID": enterpriseClient,
  });
  rendered.connect();
  expect(await rendered.call("whoami")).toContain(`Client ${enterpriseClient} with mcp:read`);
  expect(idp.asked()).toMatchObject([{ form: { audience: issuer.issuer, resource: server.url } }]);
  expect(issuer.asked().map(({ error }) => error)).toEqual([undefined]);
  const seen = await rendered.readable();
  const secrets = [idpClient.secret, ...idp.secrets(), ...issuer.secrets()];
  for (const secret of secrets) expect(seen).not.toContain(secret);
});
