// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInTab } from "../../../../component.fixture.tsx";
import { ModelView } from "./ModelView.tsx";

const show = (value: { content: readonly object[]; structuredContent?: object }) =>
  renderInTab(
    <ModelView
      value={value}
      structuredText={value.structuredContent && JSON.stringify(value.structuredContent)}
    />,
  );
const part = (name: string) => screen.getByRole("region", { name });

test("each part has its tokens, and a text that leaves values out is told", () => {
  const days = [{ day: "Mon", high: 4 }];
  show({
    content: [
      { type: "text", text: "1 day for Oslo" },
      { type: "image", data: "", mimeType: "image/png" },
    ],
    structuredContent: { city: "Oslo", days },
  });
  expect(part("content").textContent).toContain("1 text, 1 image, not estimated4 tokens");
  expect(part("structuredContent").textContent).toContain("12 tokens");
  within(screen.getByRole("note")).getByText("The two do not say the same.");
  screen.getByText(/has 1 of the 3 values of structuredContent/);
});

test("two parts that say the same are no warning, and one part is not compared", () => {
  const { unmount } = show({
    content: [{ type: "text", text: '{"n":1.5}' }],
    structuredContent: { n: 1.5 },
  });
  screen.getByText("The two say the same.");
  unmount();
  show({ content: [{ type: "text", text: "<b>a</b>" }] });
  expect(screen.queryByRole("note")).toBeNull();
  expect(part("structuredContent").textContent).toContain("none");
  within(part("content")).getByText("<b>a</b>");
});

test("each known client has the part that reaches its model, with the source of the fact", async () => {
  show({ content: [{ type: "text", text: "1 day" }], structuredContent: { day: "Mon" } });
  const table = await screen.findByRole("region", { name: "As seen by" });
  const row = (name: RegExp) => within(table).getByRole("row", { name }).textContent;
  expect(row(/^Claude Code /)).toContain("structuredContent");
  expect(row(/^Claude Code /)).toContain("thread anthropics/claude-code#79944, 2026-05-02");
  expect(row(/^Gemini CLI /)).toContain("content2");
});
