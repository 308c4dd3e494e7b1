import { expect, test } from "vitest";
import { copyText } from "./copyText.ts";

test("copies the text unchanged", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  expect(await copyText("a\r\n ", { writeText })).toEqual({ kind: "copied" });
  expect(copied).toEqual(["a\r\n "]);
});

test("says that there was nothing to copy", async () => {
  const result = await copyText(undefined, { writeText: async () => {} });
  expect(result).toMatchObject({ kind: "refused", reason: expect.stringContaining("nothing") });
});

test("explains that an insecure origin has no clipboard", async () => {
  const result = await copyText("a", undefined);
  expect(result).toMatchObject({ kind: "refused", reason: expect.stringContaining("https") });
});

test("explains a refusal of the browser", async () => {
  const writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  expect(await copyText("a", { writeText })).toMatchObject({ kind: "refused" });
});
