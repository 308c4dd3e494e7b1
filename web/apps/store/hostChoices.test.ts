import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { type FrameSize, type HostChoices, hostContextOf } from "./hostChoices.ts";
import { styleVariables } from "./styleVariables.ts";

const schema = readFileSync(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/ext-apps/schema.json"),
  "utf8",
);

const choices: HostChoices = {
  theme: "light",
  width: "320",
  locale: "en-US",
  timeZone: "UTC",
  isTouch: false,
  isLargeText: false,
  hasInsets: false,
  displayMode: "inline",
  playMs: 1000,
};
const contextOf = (changed: Partial<HostChoices> = {}, size: FrameSize = { width: 320 }) =>
  hostContextOf({ ...choices, ...changed }, size, { tool: {} });

test("every style variable of the specification has a value", () => {
  const named = new Set(schema.match(/--[a-z][a-z0-9-]+/g));
  expect(new Set(Object.keys(styleVariables(1)))).toEqual(named);
});

test("the app decides its height inline, and fills a frame of a fixed height", () => {
  expect(contextOf().containerDimensions).toEqual({ width: 320, maxHeight: 5000 });
  const full = contextOf({ displayMode: "fullscreen" }, { width: 700, height: 900 });
  expect(full.containerDimensions).toEqual({ width: 700, height: 900 });
});

test("large text doubles the sizes and nothing else", () => {
  const large = contextOf({ isLargeText: true }).styles?.variables ?? {};
  const usual = contextOf().styles?.variables ?? {};
  const changed = Object.keys(usual).filter((name) => usual[name] !== large[name]);
  expect(changed.every((name) => name.endsWith("-size"))).toBe(true);
  expect(large["--font-text-md-size"]).toBe("28px");
});
