// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInTab } from "../../../component.fixture.tsx";
import { LongTextArea } from "./LongTextArea.tsx";

test("all of a long text can be seen before it is shared", async () => {
  const text = `${"a".repeat(150_000)} secret at the end`;
  const { user } = renderInTab(
    <LongTextArea label="Text" text={text} rows={4} rest="It is shared." />,
  );
  const area = screen.getByRole("textbox", { name: "Text" }) as HTMLTextAreaElement;
  expect(area.value).toBe(text.slice(0, 20_000));
  screen.getByText(/^130,018 characters are not shown\. It is shared\./);
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(area.value).toBe(text);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
