import { expect, test } from "vitest";
import { wishTexts } from "./appTexts.ts";

test("a tool's name cannot change how the question reads", () => {
  const name = `save\u202e\n${"x".repeat(500)}`;
  const { title } = wishTexts({
    kind: "call",
    text: "{}",
    tool: { serverId: "server", name, definition: {} },
    isDestructive: true,
  });
  expect(title).toMatch(/^Call save\\u\{202e\}.*\? It may delete data$/);
  expect(title.length).toBeLessThan(200);
});
