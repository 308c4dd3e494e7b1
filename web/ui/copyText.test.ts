import { expect, test } from "vitest";
import { copyText } from "./copyText.ts";

test("hands the text over as it is", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  expect(await copyText("a\r\n ", { writeText })).toEqual({ kind: "copied" });
  expect(copied).toEqual(["a\r\n "]);
});

test("says why where the origin has no clipboard", async () => {
  const result = await copyText("a", undefined);
  expect(result).toMatchObject({ kind: "refused", reason: expect.stringContaining("https") });
});

test("says what to do where the browser refuses", async () => {
  const writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  expect(await copyText("a", { writeText })).toMatchObject({ kind: "refused" });
});
