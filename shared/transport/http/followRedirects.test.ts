/** Redirects do not take the user's headers to another origin. Node shows where a redirect leads, as the command line sees it. */
import { expect, test } from "vitest";
import { type HttpScript, startScriptedHttp } from "./scriptedHttp.fixture.ts";
import { answered, json, request, result, setUpHttp } from "./streamableHttp.fixture.ts";

const headers = [
  ["X-Api-Key", "entered-key"],
  ["Authorization", "Bearer entered-token"],
  ["Accept-Language", "de"],
] as const;

const answer: HttpScript = (response) => response.writeHead(200, json).end(result(1));

test("to another origin: the headers that the user entered are left out", async () => {
  const other = await startScriptedHttp(answer);
  const { post, server } = await setUpHttp(
    (response) => response.writeHead(307, { location: other.url }).end(),
    { headers },
  );
  expect(await post(request(1))).toEqual(answered());
  expect(server.heard[0]?.headers["x-api-key"]).toBe("entered-key");
  expect(other.heard).toHaveLength(1);
  expect(other.heard[0]?.method).toBe("POST");
  expect(String(other.heard[0]?.body)).toBe(request(1));
  expect(other.heard[0]?.headers["accept-language"]).toBe("de");
  expect(JSON.stringify(other.heard)).not.toContain("entered-");
});

test("within the origin: every header is kept", async () => {
  const { post, server } = await setUpHttp(
    (response, heard, nth) =>
      heard.url === "/mcp"
        ? response.writeHead(307, { location: "/mcp/" }).end()
        : answer(response, heard, nth),
    { headers },
  );
  expect(await post(request(1))).toEqual(answered());
  expect(server.heard.map(({ url }) => url)).toEqual(["/mcp", "/mcp/"]);
  expect(server.heard[1]?.headers).toMatchObject({
    "x-api-key": "entered-key",
    authorization: "Bearer entered-token",
  });
});

test("back from another origin: the headers stay left out", async () => {
  const other = await startScriptedHttp((response) =>
    response.writeHead(307, { location: back }).end(),
  );
  let back = "";
  const { post, server } = await setUpHttp(
    (response, heard, nth) =>
      heard.url === "/mcp"
        ? response.writeHead(307, { location: other.url }).end()
        : answer(response, heard, nth),
    { headers },
  );
  back = `${new URL(server.url).origin}/done`;
  expect(await post(request(1))).toEqual(answered());
  expect(server.heard.at(-1)?.url).toBe("/done");
  expect(JSON.stringify(server.heard.at(-1))).not.toContain("entered-");
});

test("an endless redirect ends", async () => {
  const { post, server } = await setUpHttp(
    (response) => response.writeHead(307, { location: "/mcp" }).end(),
    { headers },
  );
  expect(await post(request(1))).toMatchObject({ kind: "failed", failure: { code: "network" } });
  expect(server.heard).toHaveLength(21);
});
