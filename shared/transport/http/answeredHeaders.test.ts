/** A request that is not answered says which of its headers no answered request had. */
import { expect, test } from "vitest";
import { json, request, result, setUpHttp } from "./streamableHttp.fixture.ts";

test("the header that a server does not let through is new since the last answer", async () => {
  // as a browser that does not get the header allowed: the request has no response
  const { post, transport, server } = await setUpHttp((response, { headers, body }) =>
    headers["mcp-protocol-version"]
      ? response.destroy()
      : response.writeHead(200, json).end(result(JSON.parse(String(body)).id)),
  );
  expect(await post(request(1, "initialize"))).toMatchObject({ kind: "answered" });
  transport.negotiated?.("2025-11-25");
  expect(await post(request(2, "tools/list"))).toMatchObject({
    kind: "failed",
    failure: {
      code: "network",
      url: server.url,
      request: {
        method: "POST",
        headers: ["content-type", "mcp-protocol-version"],
        newHeaders: ["mcp-protocol-version"],
      },
    },
  });
});

test("before any answer nothing is said to be new", async () => {
  const { post } = await setUpHttp((response) => response.destroy());
  const { failure } = (await post(request(1, "initialize"))) as { failure: { request: object } };
  expect(failure.request).toEqual({ method: "POST", headers: ["content-type"] });
});

test("a server that stops has no new headers", async () => {
  const { post } = await setUpHttp((response, _request, nth) =>
    nth === 1 ? response.writeHead(200, json).end(result(1)) : response.destroy(),
  );
  await post(request(1));
  expect(await post(request(2))).toMatchObject({ failure: { request: { newHeaders: [] } } });
});
