import { expect, test } from "vitest";
import { nextTask } from "../platform/slices.ts";
import { byteSize, byteSizeInSlices, sliceLength } from "./byteSize.ts";

const wanted = new AbortController().signal;

test.each([
  ["nothing", ""],
  ["letters", "abc"],
  ["characters of two and three bytes", "Größe €"],
  ["halves of characters without the other half", "\ud83d a \ude00 \ud83d"],
  ["a character at the end of each step", "😀".repeat(70_000)],
  ["characters across the end of each step", `a${"😀".repeat(70_000)}`],
  ["more than a slice", `a${"😀€é".repeat(sliceLength / 2)}`],
])("%s has as many bytes as it is sent with", async (_name, text) => {
  const { length } = new TextEncoder().encode(text);
  expect(byteSize(text)).toBe(length);
  expect(await byteSizeInSlices(text, nextTask, wanted)).toBe(length);
});

test("other work runs between the slices of a long text, and nothing is counted once it is aborted", async () => {
  const controller = new AbortController();
  let pauses = 0;
  const text = "a".repeat(sliceLength * 10);
  const size = byteSizeInSlices(
    text,
    async () => {
      pauses++;
      if (pauses === 3) controller.abort();
    },
    controller.signal,
  );
  expect(await size).toBeUndefined();
  expect(pauses).toBe(3);
});
