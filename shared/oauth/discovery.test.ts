/** Metadata locations, canonical URIs and scope selection. */
import { describe, expect, test } from "vitest";
import {
  canonicalResource,
  compareResource,
  defaultIndicator,
} from "./discovery/canonicalResource.ts";
import { chooseScopes, type ScopeSources } from "./discovery/scopes.ts";
import { resourceMetadataUrls, serverMetadataLocations } from "./discovery/wellKnown.ts";

test.each<readonly [string, readonly string[]]>([
  ["https://a.example", ["/.well-known/oauth-protected-resource"]],
  ["https://a.example/", ["/.well-known/oauth-protected-resource"]],
  [
    "https://a.example/mcp",
    ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"],
  ],
  [
    "https://a.example/b/mcp/",
    ["/.well-known/oauth-protected-resource/b/mcp", "/.well-known/oauth-protected-resource"],
  ],
  [
    "https://a.example/mcp?t=1",
    ["/.well-known/oauth-protected-resource/mcp?t=1", "/.well-known/oauth-protected-resource"],
  ],
])("metadata of %s", (serverUrl, paths) => {
  expect(resourceMetadataUrls(serverUrl)).toEqual(paths.map((path) => `https://a.example${path}`));
});

test.each<readonly [string, readonly string[]]>([
  [
    "https://as.example",
    ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"],
  ],
  [
    "https://as.example/tenant1",
    [
      "/.well-known/oauth-authorization-server/tenant1",
      "/.well-known/openid-configuration/tenant1",
      "/tenant1/.well-known/openid-configuration",
    ],
  ],
])("metadata of the authorization server %s", (issuer, paths) => {
  const urls = serverMetadataLocations(issuer).map(({ url }) => url);
  expect(urls).toEqual(paths.map((path) => `https://as.example${path}`));
});

test.each([
  ["HTTPS://MCP.Example/Path", "https://mcp.example/Path"],
  ["https://mcp.example/", "https://mcp.example"],
  ["https://mcp.example:443/mcp#x", "https://mcp.example/mcp"],
  ["https://mcp.example:8443", "https://mcp.example:8443"],
  ["https://a:b@mcp.example/mcp/", "https://mcp.example/mcp/"],
  ["https://mcp.example/?x", "https://mcp.example/?x"],
])("the canonical URI of %s is %s", (url, name) => {
  expect(canonicalResource(url)).toBe(name);
});

test.each([
  ["https://a.example/mcp", "same"],
  ["https://A.example/mcp", "same"],
  ["https://a.example", "covers"],
  ["https://a.example/", "covers"],
  ["https://a.example/mc", "other"],
  ["https://a.example/mcp/more", "other"],
  ["https://b.example/mcp", "other"],
  ["http://a.example/mcp", "other"],
  ["https://a.example/mcp?tenant=2", "other"],
  ["https://a.example/mcp#x", "other"],
  ["nonsense", "other"],
])("the resource %s: %s", (resource, fit) => {
  expect(compareResource(resource, "https://a.example/mcp")).toBe(fit);
});

test.each([
  ["https://mcp.example/mcp?key=s3cret", "https://mcp.example/mcp"],
  ["https://mcp.example/?key=s3cret", "https://mcp.example"],
])("the default indicator of %s is %s, without the query", (url, indicator) => {
  expect(defaultIndicator(url)).toBe(indicator);
});

describe("scopes", () => {
  const noScopes: ScopeSources = {
    requested: undefined,
    challenged: undefined,
    resourceScopes: undefined,
    serverScopes: undefined,
    before: [],
  };
  test.each<readonly [string, Partial<ScopeSources>, string]>([
    ["none where nothing names any", {}, ""],
    ["those of the challenge", { challenged: "a b", resourceScopes: ["c"] }, "a b"],
    ["all of the resource", { resourceScopes: ["a", "b"] }, "a b"],
    ["none for an empty list", { resourceScopes: [] }, ""],
    ["those of the settings", { requested: " x  x y ", challenged: "a" }, "x y"],
    [
      "offline_access where it is listed",
      { challenged: "a", serverScopes: ["a", "offline_access"] },
      "a offline_access",
    ],
    ["no offline_access without another scope", { serverScopes: ["offline_access"] }, ""],
    [
      "no offline_access that only the resource names",
      { resourceScopes: ["a", "offline_access"], serverScopes: ["a"] },
      "a",
    ],
    [
      "offline_access of a challenge, as it is authoritative",
      { challenged: "a offline_access" },
      "a offline_access",
    ],
    [
      "the previous and the challenged ones",
      { before: ["a"], challenged: "b", resourceScopes: ["c"] },
      "a b",
    ],
    [
      "those of a step-up, instead of the settings",
      { before: ["a"], requested: "a", challenged: "b" },
      "a b",
    ],
  ])("%s", (_name, sources, scope) => {
    expect(chooseScopes({ ...noScopes, ...sources }).scopes.join(" ")).toBe(scope);
  });
});
