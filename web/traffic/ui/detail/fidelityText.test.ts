import { expect, test } from "vitest";
import type { Entry } from "../../../../shared/log/entry.ts";
import { fidelityText } from "./fidelityText.ts";

const words = (entry: Partial<Record<string, unknown>>) =>
  fidelityText(entry as unknown as Entry, "browser");

test("the text depends on the carrier and the direction", () => {
  expect(words({ kind: "message", carrier: "stdio", direction: "in" })).toMatch(/Exactly/);
  const sent = words({ kind: "message", carrier: "http", direction: "out" });
  const received = words({ kind: "frame", carrier: "sse", direction: "in" });
  expect(sent).toMatch(/adds its own headers/);
  expect(received).toMatch(/after decoding by the browser/);
});

test("of a recording it is not known who carried it", () => {
  for (const direction of ["out", "in"] as const) {
    for (const carrier of ["stdio", "http", "sse"]) {
      const entry = { kind: "message", carrier, direction } as unknown as Entry;
      expect(fidelityText(entry, "recording")).not.toMatch(/browser|relay|exactly/i);
    }
  }
  const head = { kind: "http-response" } as unknown as Entry;
  expect(fidelityText(head, "recording")).not.toMatch(/browser|relay|exactly/i);
});

test("an entry that is not a message has no note", () => {
  expect(words({ kind: "connection" })).toBe("");
});
