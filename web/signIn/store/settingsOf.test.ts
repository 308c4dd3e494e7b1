import { expect, test } from "vitest";
import { emptyForm } from "../settings/authorizationForm.ts";
import { authorizationSettings } from "./settingsOf.ts";

const around = { redirectUri: "https://page.example/callback.html", ownMetadataUrl: undefined };

test("an empty form sets nothing", () => {
  expect(authorizationSettings(emptyForm, around)).toEqual({
    grantType: { kind: "authorization-code" },
    redirectUri: around.redirectUri,
    clientName: "MCP Playground",
    dpop: "auto",
    withoutPkceAnnounced: false,
  });
});

test("entered values are trimmed, except keys", () => {
  const key = "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n";
  const form = {
    ...emptyForm,
    clientId: " me ",
    clientSecret: "hush ",
    privateKey: key,
    scope: " a b ",
  };
  expect(authorizationSettings(form, around)).toMatchObject({
    client: { clientId: "me", clientSecret: "hush", privateKey: { text: key } },
    scope: "a b",
  });
});

test("a metadata document of the user takes precedence over the page's", () => {
  const own = { ...around, ownMetadataUrl: "https://page.example/oauth-client.json" };
  expect(authorizationSettings(emptyForm, own).metadataDocumentUrl).toBe(own.ownMetadataUrl);
  const form = { ...emptyForm, metadataDocumentUrl: "https://other.example/client.json" };
  expect(authorizationSettings(form, own).metadataDocumentUrl).toBe(
    "https://other.example/client.json",
  );
});

test("incomplete endpoints are ignored, and an empty resource differs from the default one", () => {
  const half = { ...emptyForm, authorizationEndpoint: "https://as.example/authorize" };
  expect(authorizationSettings(half, around)).not.toHaveProperty("endpoints");
  expect(authorizationSettings({ ...emptyForm, resourceMode: "none" }, around).resource).toBe("");
  expect(authorizationSettings(emptyForm, around)).not.toHaveProperty("resource");
});
