// @vitest-environment jsdom
import { expect, test } from "vitest";
import { renderInTab } from "../../component.fixture.tsx";
import { ResultBlock } from "./ResultBlock.tsx";

const hostile = { toString: 1 };

test.each([
  { type: "resource_link", uri: hostile, title: hostile },
  { type: "resource", resource: { uri: hostile, text: "text" } },
  { type: hostile, text: "text" },
])("a block of type $type whose members are no strings is shown", (block) => {
  renderInTab(<ResultBlock block={block} />);
  expect(document.body.textContent).toContain('{"toString":1}');
});
