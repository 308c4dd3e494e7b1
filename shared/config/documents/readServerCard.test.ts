import { expect, test } from "vitest";
import { findServerCard } from "./readServerCard.ts";

const url = "https://mcp.example.com/mcp";
const card = { name: "com.example/weather", remotes: [{ type: "streamable-http", url }] };

/** A network with these documents, which notes what is asked for. */
function network(documents: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const address = String(input);
    asked.push(address);
    expect(init).toMatchObject({ credentials: "omit", redirect: "error" });
    return Object.hasOwn(documents, address)
      ? Response.json(documents[address])
      : new Response("no", { status: 404 });
  };
  return { asked, fetch };
}

const catalogue = "https://mcp.example.com/.well-known/ai-catalog.json";
const type = "application/mcp-server-card+json";

test("the card below the endpoint is read, and nothing else", async () => {
  const { asked, fetch } = network({ [`${url}/server-card`]: card });
  const read = await findServerCard(`${url}/?key=secret`, fetch);
  expect(read).toMatchObject({ kind: "card", card, address: `${url}/server-card` });
  expect(asked).toEqual([`${url}/server-card`]);
});

test("without one, the catalogue's card of this endpoint is read, from the same origin only", async () => {
  const { asked, fetch } = network({
    [catalogue]: {
      entries: [
        { type, url: "https://elsewhere.example/card" },
        { type, data: { name: "com.example/other", remotes: [] } },
        { type: "text/html", url: "/page" },
        { type, url: "/cards/weather.json" },
      ],
    },
    "https://mcp.example.com/cards/weather.json": card,
  });
  const read = await findServerCard(url, fetch);
  expect(read).toMatchObject({ kind: "card", card });
  expect(asked).toEqual([
    `${url}/server-card`,
    catalogue,
    "https://mcp.example.com/cards/weather.json",
  ]);
});

test("a catalogue of many cards of other servers is followed three times", async () => {
  const entries = Array.from({ length: 1000 }, (_, index) => ({ type, url: `/${index}` }));
  const { asked, fetch } = network({ [catalogue]: { entries } });
  expect(await findServerCard(url, fetch)).toMatchObject({ kind: "status", status: 404 });
  expect(asked).toHaveLength(5);
});

test("what is no JSON object, and what is too large, is said", async () => {
  const array = network({ [`${url}/server-card`]: [card] });
  expect(await findServerCard(url, array.fetch)).toMatchObject({ reason: "it is no JSON object" });
  const large = network({ [`${url}/server-card`]: { x: "x".repeat(1_100_000) } });
  expect(await findServerCard(url, large.fetch)).toMatchObject({
    reason: "it is larger than 1 MiB",
  });
});
