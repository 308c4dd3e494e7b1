import { expect, test } from "vitest";
import { checkServerDocument, serverDocumentKind } from "./serverDocument.ts";

const good = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.someone/notes",
  description: "Keeps notes",
  version: "1.2.3",
  packages: [
    {
      registryType: "npm",
      identifier: "notes-mcp",
      version: "1.2.3",
      transport: { type: "stdio" },
      environmentVariables: [{ name: "KEY", isSecret: true, value: "{key}" }],
    },
  ],
  remotes: [{ type: "streamable-http", url: "https://{tenant}.example.com/mcp" }],
};
const card = {
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  name: "com.example/notes",
  description: "Keeps notes",
  version: "1.2.3",
  remotes: good.remotes,
};
const found = (document: object, kind: "server-json" | "server-card" = "server-json") =>
  checkServerDocument(document as typeof good, kind).map(({ rule, at }) => `${rule} ${at}`);

test("documents that are right have no problem", () => {
  expect(serverDocumentKind(good)).toBe("server-json");
  expect(found(good)).toEqual([]);
  expect(serverDocumentKind(card)).toBe("server-card");
  expect(found(card, "server-card")).toEqual([]);
  for (const other of [
    {},
    { format: "mcp-playground/1", name: "x", packages: [] },
    { mcpServers: {} },
  ]) {
    expect(serverDocumentKind(other)).toBeUndefined();
  }
});

const [first] = good.packages;
test.each<[string, object, string]>([
  ["no schema", { $schema: undefined }, "missing /$schema"],
  [
    "an old schema",
    { $schema: good.$schema.replace("2025-12-11", "2025-07-09") },
    "schema-old /$schema",
  ],
  ["no namespace", { name: "notes" }, "name-format /name"],
  ["two slashes", { name: "io.github.someone/a/b" }, "name-format /name"],
  ["a long description", { description: "x".repeat(101) }, "too-long /description"],
  ["an empty title", { title: "" }, "wrong-type /title"],
  ["a range", { version: "^1.2.3" }, "version-not-exact /version"],
  [
    "a tag",
    { packages: [{ ...first, version: "latest" }] },
    "version-not-exact /packages/0/version",
  ],
  [
    "a package without a version",
    { packages: [{ ...first, version: undefined }] },
    "missing /packages/0/version",
  ],
  [
    "a package without a transport",
    { packages: [{ ...first, transport: undefined }] },
    "missing /packages/0/transport",
  ],
  [
    "an unknown transport",
    { remotes: [{ type: "http", url: "https://a.example" }] },
    "transport-unknown /remotes/0/type",
  ],
  [
    "a local remote",
    { remotes: [{ type: "sse", url: "http://localhost:3000/sse" }] },
    "url-local /remotes/0/url",
  ],
  ["a URL that is none", { websiteUrl: "example.com" }, "url-invalid /websiteUrl"],
  ["a remote twice", { remotes: [good.remotes[0], good.remotes[0]] }, "repeated /remotes/1/url"],
  ["nothing to reach", { remotes: [], packages: undefined }, "no-way-in /packages"],
  ["packages that are no list", { packages: {} }, "wrong-type /packages"],
  [
    "a secret with a value",
    {
      packages: [
        { ...first, environmentVariables: [{ name: "K", isSecret: true, value: "s3cret" }] },
      ],
    },
    "secret-value /packages/0/environmentVariables/0",
  ],
  [
    "a bundle without its digest",
    { packages: [{ ...first, registryType: "mcpb", version: undefined }] },
    "missing /packages/0/fileSha256",
  ],
])("%s", (_name, change, problem) => {
  expect(found({ ...good, ...change })).toEqual([problem]);
});
