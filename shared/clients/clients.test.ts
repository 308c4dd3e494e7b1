import { expect, test } from "vitest";
import { clientCatalog, joinClients } from "./clientCatalog.ts";

const fact = { value: 1000, source: "a thread", date: "2026-08", confidence: "thread" };
const client = { id: "one", title: "One", versions: "1", hosted: false, facts: {} };

test("at least 20 clients are known, each by an id of its own and in their order", () => {
  const ids = clientCatalog.map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(20);
  expect(ids).toEqual([...new Set(ids)].toSorted());
});

test.for([
  ["without a source", { ...fact, source: undefined }],
  ["with an empty source", { ...fact, source: "" }],
  ["without a date", { ...fact, date: undefined }],
  ["with a date in words", { ...fact, date: "last year" }],
  ["without a confidence", { ...fact, confidence: undefined }],
  ["with a confidence that is none", { ...fact, confidence: "sure" }],
  ["of another type", { ...fact, value: "1 s" }],
])("a fact %s does not load", ([, broken]) => {
  expect(() => joinClients([{ ...client, facts: { startLimit: broken } }])).toThrow(
    /^facts\.startLimit/,
  );
});

test("a fact with an unknown name does not load", () => {
  expect(() => joinClients([{ ...client, facts: { speed: fact } }])).toThrow(/^facts\.speed/);
});

test("a client has the facts of the SDK that it extends, and its own before these", () => {
  const base = { ...client, facts: { startLimit: fact, callLimit: fact } };
  const own = { ...fact, value: 5 };
  const [, joined] = joinClients([
    base,
    { ...client, id: "two", extends: "one", facts: { callLimit: own } },
  ]);
  expect(joined?.facts).toEqual({ startLimit: fact, callLimit: own });
});

test.for(["three", "two"])("a client cannot extend %s", (base) => {
  const two = { ...client, id: "two", extends: "one" };
  const three = { ...client, id: "four", extends: base };
  expect(() => joinClients([client, two, three])).toThrow(/extends/);
});
