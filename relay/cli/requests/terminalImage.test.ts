import { expect, test } from "vitest";
import { terminalImage } from "./terminalImage.ts";

const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);
const base64 = Buffer.from(bytes).toString("base64");

test("an image is one sequence in iTerm and WezTerm", () => {
  for (const TERM_PROGRAM of ["iTerm.app", "WezTerm"]) {
    const shown = terminalImage(bytes, "image/jpeg", { TERM_PROGRAM });
    expect(shown).toBe(`\u001b]1337;File=inline=1;size=5000:${base64}\u0007`);
  }
});

test("Kitty gets a PNG in chunks", () => {
  const shown = terminalImage(bytes, "image/png", { TERM: "xterm-kitty" }) ?? "";
  const chunks = shown
    .split("\u001b\\")
    .slice(0, -1)
    .map((chunk) => chunk.split(";"));
  expect(chunks.map(([control]) => control)).toEqual(["\u001b_Ga=T,f=100,m=1", "\u001b_Gm=0"]);
  expect(chunks.map(([, data]) => data).join("")).toBe(base64);
  expect(terminalImage(bytes, "image/jpeg", { TERM: "xterm-kitty" })).toBeUndefined();
});

test.each([[{ TERM: "xterm" }], [{ TERM: "tmux-256color", TERM_PROGRAM: "WezTerm" }], [{}]])(
  "nothing is shown with %j",
  (environment) => {
    expect(terminalImage(bytes, "image/png", environment)).toBeUndefined();
  },
);
