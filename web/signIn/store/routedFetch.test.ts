import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { CorsError } from "../../../shared/oauth/flow/corsError.ts";
import { createRoutedFetch } from "./routedFetch.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A browser's fetch, reduced to CORS: without it nothing may be read. */
const strict: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (init?.mode !== "no-cors" && !response.headers.has("access-control-allow-origin")) {
    throw new TypeError("Failed to fetch");
  }
  return response;
};

const options = {
  direct: strict,
  relay: async () => undefined,
  isRelayed: () => false,
  isOnRoute: () => false,
  origin: "http://page.example",
};

test("a server that answers without CORS is distinguished from an unreachable one", async () => {
  const asked: (string | undefined)[] = [];
  const origin = await serve((request, response) => {
    asked.push(request.url);
    response.end("{}");
  });
  const routed = createRoutedFetch(options);
  await expect(routed(`${origin}/token?a=b`)).rejects.toBeInstanceOf(CorsError);
  expect(asked).toEqual(["/token?a=b", "/"]);
  await expect(routed("http://127.0.0.1:1/token")).rejects.not.toBeInstanceOf(CorsError);
});

test("through the relay no other route is tried; without a relay the error says so", async () => {
  const relayed = createRoutedFetch({
    ...options,
    isRelayed: () => true,
    relay: async () => async () => new Response("by the relay"),
  });
  expect(await (await relayed("http://127.0.0.1:1/token")).text()).toBe("by the relay");
  const without = createRoutedFetch({ ...options, isRelayed: () => true });
  await expect(without("http://127.0.0.1:1/token")).rejects.toThrow("no relay");
});

test("the relay is used for the origins that need it, and for no other", async () => {
  const needing = "http://127.0.0.1:1";
  const origin = await serve((_, response) => {
    response.setHeader("access-control-allow-origin", "*").end("direct");
  });
  const routed = createRoutedFetch({
    ...options,
    isRelayed: (asked) => asked === needing,
    relay: async () => async () => new Response("by the relay"),
  });
  const read = async (url: string) => (await routed(url)).text();
  expect(await read(`${needing}/metadata`)).toBe("by the relay");
  expect(await read(`${origin}/metadata`)).toBe("direct");
});

test("the connection's route is used for origins that are allowed, and for no other", async () => {
  const reached: string[] = [];
  const origin = await serve((_, response) => {
    reached.push("direct");
    response.setHeader("access-control-allow-origin", "*").end("{}");
  });
  const other = origin.replace("127.0.0.1", "localhost");
  const routed = createRoutedFetch({
    ...options,
    isOnRoute: (asked) => asked === origin,
    relay: async () => async () => new Response("by the relay"),
  });
  expect(await (await routed(`${origin}/metadata`)).text()).toBe("by the relay");
  expect(reached).toEqual([]);
  expect(await (await routed(`${other}/metadata`)).text()).toBe("{}");
  expect(reached).toEqual(["direct"]);
});
