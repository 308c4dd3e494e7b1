import { expect, test } from "vitest";
import { createMemoryStorage } from "../platform/memoryStorage.fixture.ts";
import { createWorkbenchLayout } from "./workbenchLayout.ts";

test("arrangement and shares are remembered", () => {
  const kept = new Map<string, string>();
  const layout = createWorkbenchLayout(createMemoryStorage(kept));
  expect(layout.getState()).toEqual({ arrangement: "auto", shares: {} });
  layout.arrange("below");
  layout.resize("below", 30);
  layout.resize("beside", 60);
  expect(createWorkbenchLayout(createMemoryStorage(kept)).getState()).toEqual({
    arrangement: "below",
    shares: { below: 30, beside: 60 },
  });
});

test.each(["null", "[]", '{"arrangement":"x","shares":{"below":"1","beside":100}}', "no JSON"])(
  "%s in the storage is the default",
  (text) => {
    const kept = new Map([["mcp-playground.workbench", text]]);
    expect(createWorkbenchLayout(createMemoryStorage(kept)).getState()).toEqual({
      arrangement: "auto",
      shares: {},
    });
  },
);
