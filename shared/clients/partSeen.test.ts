import { expect, test } from "vitest";
import { partSeen } from "./partSeen.ts";

test("each client gets the part that it passes on, where the result has it", () => {
  const seen = (content: number | undefined, structured: number | undefined) =>
    Object.fromEntries(
      (["content", "structured-first", "content-first", "both"] as const).map((passesOn) => {
        const { part, tokens } = partSeen(passesOn, content, structured);
        return [passesOn, `${part} ${tokens}`];
      }),
    );
  expect(seen(18, 346)).toEqual({
    content: "content 18",
    "structured-first": "structuredContent 346",
    "content-first": "content 18",
    both: "both 364",
  });
  expect(seen(18, undefined)).toEqual({
    content: "content 18",
    "structured-first": "content 18",
    "content-first": "content 18",
    both: "content 18",
  });
  expect(seen(undefined, 346)).toEqual({
    content: "nothing undefined",
    "structured-first": "structuredContent 346",
    "content-first": "structuredContent 346",
    both: "structuredContent 346",
  });
});
