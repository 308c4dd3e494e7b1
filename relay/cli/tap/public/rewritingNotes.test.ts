import { expect, test } from "vitest";
import type { Terminal } from "../../terminal.ts";
import { createRewritingNotes } from "./rewritingNotes.ts";

function open() {
  const said: string[] = [];
  const facts: (readonly [fact: object, exchange: number | undefined])[] = [];
  const terminal = { printError: (text: string) => void said.push(text) } as unknown as Terminal;
  const addFact = (fact: object, exchange?: number) => void facts.push([fact, exchange]);
  return { said, facts, notes: createRewritingNotes(terminal, { addFact }) };
}

test("visitors who are led on many times leave room for what documents say", () => {
  const { said, notes } = open();
  for (let number = 1; number <= 200; number++) {
    const path = `/${number}`;
    const change = {
      from: `http://server${path}?a=${number}`,
      to: `http://tap${path}?a=${number}`,
    };
    notes.onChange({ path, member: "Location", ...change }, number);
  }
  expect(said).toEqual(["/1: Location http://server/1 is now http://tap/1"]);
  const document = { path: "/.well-known/x", from: "http://server", to: "http://tap" };
  for (let number = 1; number <= 200; number++) {
    notes.onChange({ ...document, member: `m${number}` }, 1000 + number);
  }
  expect(said).toContain("/.well-known/x: m1 http://server is now http://tap");
  const further = said.filter((text) => text.startsWith("Further"));
  expect(further).toEqual(["Further addresses that the tap replaces are not shown here."]);
  expect(said.length).toBe(52);
});

test("the terminal shows no user, query and fragment; each exchange has what was changed in its answer", () => {
  const { said, facts, notes } = open();
  const from = "http://user:word@server/a?code=of-sign-in#of-page";
  const change = { path: "/mcp", member: "Location", from, to: "http://tap/a?code=of-sign-in" };
  notes.onChange(change, 1);
  notes.onChange(change, 2);
  expect(said).toEqual(["/mcp: Location http://server/a is now http://tap/a"]);
  expect(facts).toEqual([1, 2].map((exchange) => [{ kind: "rewritten", ...change }, exchange]));
});

test("one answer with many addresses is recorded in part", () => {
  const { facts, notes } = open();
  for (let number = 0; number < 5000; number++) {
    notes.onChange(
      { path: "/x", member: "m", from: `http://server/${number}`, to: "http://tap" },
      1,
    );
  }
  expect(facts.length).toBeLessThan(100);
});
