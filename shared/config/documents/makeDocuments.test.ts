import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json/jsonObject.ts";
import { documentSource } from "../../recording/export/documentSource.ts";
import { compareCard, isCardOf } from "./compareCard.ts";
import { makeDocument } from "./makeDocuments.ts";
import { checkServerDocument, serverDocumentKind } from "./serverDocument.ts";

const info = { name: "weather", title: "Weather", version: "1.2.0", description: "Forecasts." };
const revision = "2026-07-28";
const url = "https://mcp.example.com/mcp";

function made(
  kind: "server-card" | "server-json",
  server: Partial<Parameters<typeof documentSource>[0]>,
) {
  const source = documentSource({
    info,
    revision,
    target: { kind: "http", url },
    isSse: false,
    headers: [],
    ...server,
  });
  const result = makeDocument(kind, source);
  return { ...result, problems: checkServerDocument(result.document, kind) };
}

const manifest: JsonObject = {
  name: "@example/weather-mcp",
  version: "1.3.0",
  repository: { url: "git+https://github.com/example/weather.git", directory: "packages/mcp" },
};

test("a card of a connected server passes the check, and says the same as the server", () => {
  const { document, problems, hasExampleNamespace } = made("server-card", {});
  expect(problems).toEqual([]);
  expect(hasExampleNamespace).toBe(false);
  expect(serverDocumentKind(document)).toBe("server-card");
  expect(document.name).toBe("com.example.mcp/weather");
  const outcomes = compareCard(document, { info, revision, url }).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(["same"]));
});

test.each([
  ["https://{tenant}.example.com/mcp", true],
  ["https://mcp.example.com/{path}", true],
  ["https://mcp.{name}.{zone}/mcp", true],
  ["{address}", false],
  ["https://{address}", false],
  ["https://mcp.example.com/{path}/mcp", false],
  ["https://mcp.example.com/mcp{rest}p", false],
  ["https://other.example.com/{path}", false],
])("a card with the address %s is one of this server: %s", (template, isOf) => {
  expect(isCardOf({ remotes: [{ url: template }] }, url)).toBe(isOf);
});

test("a server.json has the package of package.json, its repository, and names of variables only", () => {
  const env = { API_KEY: "sk-live-abcdef123456", LEVEL: "debug" };
  const { document, problems } = made("server-json", {
    target: { kind: "stdio", command: "node", args: ["server.js"], env },
    manifest,
  });
  expect(problems).toEqual([]);
  expect(serverDocumentKind(document)).toBe("server-json");
  expect(document.name).toBe("io.github.example/weather");
  expect(document.repository).toEqual({
    url: "https://github.com/example/weather",
    source: "github",
    subfolder: "packages/mcp",
  });
  expect(document.packages).toEqual([
    {
      registryType: "npm",
      identifier: "@example/weather-mcp",
      version: "1.3.0",
      transport: { type: "stdio" },
      environmentVariables: [
        { name: "API_KEY", isSecret: true, isRequired: true },
        { name: "LEVEL", isSecret: false, isRequired: true },
      ],
    },
  ]);
  expect(JSON.stringify(document)).not.toMatch(/sk-live|debug/);
});

test.each([
  ["npx -y @example/notes@2.0.1", "npm", "@example/notes", "2.0.1"],
  ["npx -y notes@latest", "npm", "notes", "1.2.0"],
  ["uvx notes==0.4", "pypi", "notes", "0.4"],
])("without package.json, %s is the package", (line, registryType, identifier, version) => {
  const [command = "", ...args] = line.split(" ");
  const { document, problems } = made("server-json", { target: { kind: "stdio", command, args } });
  expect(document.packages).toEqual([
    { registryType, identifier, version, transport: { type: "stdio" } },
  ]);
  expect(problems).toEqual([]);
});

test.each([
  "npx --package=@example/notes notes",
  "npx -p @example/notes notes",
  "npx --loglevel error notes",
  "uvx --from notes-mcp notes",
  "uvx --with requests notes",
  "uvx --python 3.12 notes",
])("%s leaves the package to the author: an option may take the next word", (line) => {
  const [command = "", ...args] = line.split(" ");
  const { document, problems } = made("server-json", { target: { kind: "stdio", command, args } });
  expect(document.packages).toBe(undefined);
  expect(problems.map(({ rule }) => rule)).toEqual(["no-way-in"]);
});

test("a program that is no package, and a private project, leave the packages out", () => {
  const target = { kind: "stdio", command: "node", args: ["server.js"] } as const;
  for (const each of [undefined, { ...manifest, private: true }]) {
    const { problems } = made("server-json", { target, manifest: each });
    expect(problems.map(({ rule }) => rule)).toEqual(["no-way-in"]);
  }
});

test("a server of this machine is its package; secrets of a URL and values of headers are left out", () => {
  const local = { kind: "http", url: "http://127.0.0.1:3000/mcp?key=abc" } as const;
  const { document } = made("server-json", { target: local, manifest });
  expect(document.remotes).toBe(undefined);
  expect(JSON.stringify(document.packages)).toContain('"http://127.0.0.1:3000/mcp"');
  const secret = "9f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c";
  const keyed = { kind: "http", url: `http://127.0.0.1:3000/s/${secret}/mcp` } as const;
  const packages = JSON.stringify(made("server-json", { target: keyed, manifest }).document);
  expect(packages).toContain('"http://127.0.0.1:3000/s/{path}/mcp"');
  const target = {
    kind: "http",
    url: `https://mcp.example.com/s/${secret}/mcp?t=${secret}`,
  } as const;
  const card = made("server-card", {
    target,
    headers: [
      ["Authorization", `Bearer ${secret}`],
      ["Accept-Language", "en"],
    ],
  });
  expect(JSON.stringify(card.document)).not.toContain(secret);
  expect(card.document.remotes).toEqual([
    {
      type: "streamable-http",
      url: "https://mcp.example.com/s/{path}/mcp",
      variables: { path: { isRequired: true, isSecret: true } },
      supportedProtocolVersions: [revision],
      headers: [{ name: "Authorization", isRequired: true, isSecret: true }],
    },
  ]);
  expect(card.problems).toEqual([]);
});

test("hostile members are cut or left out", () => {
  const { document, problems } = made("server-card", {
    info: {
      name: { toString: 1 },
      title: "x\n".repeat(100_000),
      version: ["1"],
      description: "😀".repeat(5000),
      websiteUrl: "javascript:alert(1)",
    },
    manifest: { name: "../../x", version: 7, repository: { url: "file:///etc/passwd" } },
  });
  expect(problems.map(({ rule, at }) => `${rule} ${at}`)).toEqual(["missing /version"]);
  expect(document).toMatchObject({ name: "com.example.mcp/..-..-x" });
  expect([...String(document.description)]).toHaveLength(100);
  expect(document).not.toHaveProperty("websiteUrl");
  expect(document).not.toHaveProperty("repository");
});

test("an address that is nobody's domain gets an example namespace, and says so", () => {
  const { document, hasExampleNamespace } = made("server-card", {
    target: { kind: "http", url: "http://192.168.1.4:3000/mcp" },
  });
  expect(document.name).toBe("com.example/weather");
  expect(hasExampleNamespace).toBe(true);
});
