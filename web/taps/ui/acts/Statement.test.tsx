// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { actStatement } from "../../../../shared/messages/clientActText.ts";
import "../../../component.fixture.tsx";
import { Statement } from "./Statement.tsx";

test("what is missing has its known causes, with links to their threads", () => {
  const act = {
    code: "signs-in",
    state: "open",
    method: "",
    count: 1,
    ms: 40_000,
    missing: ["token"],
    seqs: [2],
  } as const;
  render(<Statement statement={actStatement(act, "chatgpt")} renderEvidence={() => "Rows"} />);
  const causes = within(screen.getByRole("list", { name: "Known causes" }));
  expect(causes.getAllByRole("listitem")).toHaveLength(1);
  const threads = causes.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(threads).toContain("https://github.com/anthropics/claude-ai-mcp/issues/815");
  causes.getByText(/Content-Security-Policy/);
});
