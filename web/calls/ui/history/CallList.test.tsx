// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
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
  expect(rows[0]).toContain("echoone");
  expect(rows[1]).toMatch(/x{200}…/);
  expect(rows[2]).not.toContain("{");
  expect(rows[3]).not.toContain("{");
});

test("a row says what an error says, and how much changed since the same call before; times and ids do not count", () => {
  const call = (id: string, resultText: string, more: Partial<StoredCall> = {}): StoredCall => ({
    id,
    isPinned: false,
    at: 0,
    server: "http://127.0.0.1/mcp",
    item: { kind: "tool", name: "order" },
    argumentsText: '{"id": 12345678901234567890}',
    end: "result",
    resultText,
    isCut: false,
    ms: 5,
    initiator: { kind: "user" },
    ...more,
  });
  const calls = [
    call("d", '{"code":-32602,"message":"There is no order"}', { end: "error" }),
    call("c", '{"status":"packed","read_at":"2026-11-24T18:31:26Z"}'),
    call("b", '{"status":"open","read_at":"2026-11-24T18:30:40Z"}'),
    call("a", '{"status":"open","read_at":"2026-11-20T16:02:00Z"}'),
  ];
  const { container } = render(
    <CallList calls={calls} selectedId={undefined} otherId={undefined} onSelect={() => {}} />,
  );
  const shown = within(container);
  const rows = shown.getAllByRole("button").map(({ textContent }) => textContent ?? "");
  expect(rows[0]).toContain("There is no order");
  expect(rows[1]).toContain("123456789012345678901 line changed");
  expect(rows[2]).not.toContain("changed");
  expect(rows[3]).not.toContain("changed");
  expect(shown.getAllByRole("img", { name: "by you" })).toHaveLength(4);
  expect(shown.getByText("4 calls")).toBeDefined();
});
