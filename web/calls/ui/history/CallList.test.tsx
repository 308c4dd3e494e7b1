// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { StoredCall } from "../../store/history/callHistory.ts";
import { CallList } from "./CallList.tsx";

test("calls of one item are told apart by their arguments, on one line", () => {
  const call = (id: string, argumentsText: string | undefined): StoredCall => ({
    id,
    isPinned: false,
    at: 0,
    server: "http://127.0.0.1/mcp",
    item: { kind: "tool", name: "echo" },
    argumentsText,
    end: "result",
    resultText: "{}",
    isCut: false,
    ms: 5,
  });
  const calls = [
    call("a", '{\n  "message": "one"\n}'),
    call("b", `{"message":"${"x".repeat(300)}"}`),
    call("c", "{ }"),
    call("d", undefined),
  ];
  render(<CallList calls={calls} selectedId={undefined} otherId={undefined} onSelect={() => {}} />);
  const rows = screen.getAllByRole("button").map(({ textContent }) => textContent ?? "");
  expect(rows[0]).toContain('{ "message": "one" }');
  expect(rows[1]).toMatch(/"x{188}…/);
  expect(rows[2]).not.toContain("{");
  expect(rows[3]).not.toContain("{");
});
