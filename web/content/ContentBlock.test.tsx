// @vitest-environment jsdom
import { expect, test } from "vitest";
import { renderInTab } from "../component.fixture.tsx";
import { ContentBlock } from "./ContentBlock.tsx";

const hostile = { toString: 1 };

test.each([
  { type: "resource_link", uri: hostile, title: hostile },
  { type: "resource", resource: { uri: hostile, text: "text" } },
  { type: "image", data: "", mimeType: hostile },
])("a $type whose members are no strings is shown", (block) => {
  renderInTab(<ContentBlock block={block} />);
  expect(document.body.textContent).toContain('{"toString":1}');
});
