import { expect, test } from "vitest";
import { createWorkbenchLayout } from "./workbenchLayout.ts";

function createStorage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("arrangement and shares are remembered", () => {
  const kept = new Map<string, string>();
  const layout = createWorkbenchLayout(createStorage(kept));
  expect(layout.getState()).toEqual({ arrangement: "auto", shares: {} });
  layout.arrange("below");
  layout.resize("below", 30);
  layout.resize("beside", 60);
  expect(createWorkbenchLayout(createStorage(kept)).getState()).toEqual({
    arrangement: "below",
    shares: { below: 30, beside: 60 },
  });
});

test.each(["null", "[]", '{"arrangement":"x","shares":{"below":"1","beside":100}}', "no JSON"])(
  "%s in the storage is the default",
  (text) => {
    const kept = new Map([["mcp-playground.workbench", text]]);
    expect(createWorkbenchLayout(createStorage(kept)).getState()).toEqual({
      arrangement: "auto",
      shares: {},
    });
  },
);
