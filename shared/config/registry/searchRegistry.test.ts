import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../../e2e/servers/serveHandler.ts";
import { readPaste } from "../paste/readPaste.ts";
import { registrySearchUrl, searchRegistry, waysOf } from "./searchRegistry.ts";

/** As the official registry answers. */
const weather = {
  server: {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "io.github.example/weather",
    description: "Forecasts.",
    version: "1.2.0",
    packages: [
      {
        registryType: "npm",
        identifier: "@example/weather-mcp",
        version: "1.2.0",
        transport: { type: "stdio" },
        packageArguments: [{ type: "named", name: "--units", value: "metric" }],
        environmentVariables: [{ name: "WEATHER_KEY", isRequired: true, isSecret: true }],
      },
    ],
    remotes: [
      {
        type: "streamable-http",
        url: "https://{tenant}.example.com/mcp",
        variables: { tenant: { description: "Your tenant", isRequired: true } },
        headers: [{ name: "X-Key", isRequired: true, isSecret: true }],
      },
    ],
  },
  _meta: { "io.modelcontextprotocol.registry/official": { status: "active", isLatest: true } },
};

async function registry(answer: (request: Request) => Response) {
  const asked: string[] = [];
  const server = await serveHandler(async (request) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search);
    return answer(request);
  });
  onTestFinished(server.close);
  const search = (text: string) => {
    const url = registrySearchUrl(`${server.url}/`, text);
    if (!url) throw new Error("no URL");
    return searchRegistry(url, fetch, new AbortController().signal);
  };
  return { asked, search, url: server.url };
}

test("a registry is searched, and each way to a server is read as a server.json", async () => {
  const { asked, search } = await registry(() =>
    Response.json({ servers: [weather], metadata: { nextCursor: "x", count: 1 } }),
  );
  const found = await search(" weather & more ");
  expect(asked).toEqual(["/v0/servers?search=weather+%26+more&limit=30"]);
  if (found.kind !== "found") throw new Error(found.kind);
  expect(found.hasMore).toBe(true);
  const [server = {}] = found.servers;
  const read = waysOf(server).map(readPaste);
  expect(read).toMatchObject([
    {
      kind: "servers",
      servers: [
        {
          target: {
            kind: "stdio",
            command: ["npx"],
            args: [[["-y"]], [["@example/weather-mcp@1.2.0"]], [["--units"], ["metric"]]],
            env: [["WEATHER_KEY", [{ input: "WEATHER_KEY" }]]],
          },
        },
      ],
    },
    {
      kind: "servers",
      servers: [
        {
          target: {
            kind: "http",
            url: ["https://", { input: "tenant" }, ".example.com/mcp"],
            headers: [["X-Key", [{ input: "X-Key" }]]],
          },
        },
      ],
    },
  ]);
});

test("a hostile registry: counts, types and lengths are bounded, and a redirect is not followed", async () => {
  const many = await registry(() =>
    Response.json({
      servers: Array.from({ length: 5000 }, (_, index) => ({ name: `a/${index}`, remotes: "x" })),
    }),
  );
  expect(await many.search("")).toMatchObject({ kind: "found", hasMore: true });
  const found = await many.search("x");
  expect(found.kind === "found" && found.servers.length).toBe(30);
  const odd = await registry(() =>
    Response.json({ servers: [null, 1, [], { name: 7 }, { server: { name: "a/b" } }] }),
  );
  expect(await odd.search("")).toMatchObject({ servers: [{ name: "a/b" }] });
  const large = await registry(() => new Response("x".repeat(5_000_000)));
  expect(await large.search("")).toMatchObject({ reason: "it is larger than 4 MiB" });
  const moved = await registry(() => Response.redirect("http://127.0.0.1:1/v0/servers"));
  expect((await moved.search("")).kind).toBe("unread");
  const page = await registry(() => new Response("<html>"));
  expect(await page.search("")).toMatchObject({ reason: "it is no list of servers" });
  const missing = await registry(() => new Response(null, { status: 404 }));
  expect(await missing.search("")).toEqual({ kind: "status", status: 404 });
  const packages = Array.from({ length: 500 }, () => ({ registryType: "npm", identifier: "x" }));
  expect(waysOf({ name: "a/b", packages, remotes: [{ url: "x".repeat(100_000) }] })).toHaveLength(
    20,
  );
});

test.each([
  ["https://registry.example/sub/", "https://registry.example/sub/v0/servers?search=a&limit=30"],
  ["http://localhost:8080", "http://localhost:8080/v0/servers?search=a&limit=30"],
  ["http://registry.example", undefined],
  ["https://user:secret@registry.example", undefined],
  ["javascript:alert(1)", undefined],
  ["", undefined],
])("the address %j", (address, href) => {
  expect(registrySearchUrl(address, "a")?.href).toBe(href);
});
