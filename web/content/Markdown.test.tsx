// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInTab } from "../component.fixture.tsx";
import { Markdown } from "./Markdown.tsx";
import { MarkdownView } from "./markdown/MarkdownView.tsx";

const attack = `# Title

<script>globalThis.ran = 1</script><img src=x onerror="globalThis.ran = 1"><iframe srcdoc="x">

![pixel](https://tracker.example/p.png) ![](data:image/svg+xml,<svg onload=alert(1)>)
[script](javascript:globalThis.ran=1) [data](data:text/html,x) [tab](java&#x09;script:alert(1))
[bank](https://bank.example@evil.example/) [local](/api/blobs/x) <javascript:alert(1)>
[ref] and https://plain.example/a

[ref]: <vbscript:x> "title"

| a | b |
|---|---|
| <svg/onload=alert(1)> | \`code\` |
`;

test("Markdown of a server creates no element that loads, runs or leads into the page", async () => {
  renderInTab(<Markdown text={attack} label="Description" />);
  await screen.findByRole("heading", { name: "Title" });
  const allowed = /^(DIV|P|BR|BDI|A|CODE|H4|TABLE|THEAD|TBODY|TR|TH|TD|BUTTON|BODY)$/;
  for (const element of document.body.querySelectorAll("*")) {
    expect(element.tagName).toMatch(allowed);
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^src|^srcdoc$/);
  }
  const links = screen.getAllByRole("link").map((link) => ({
    href: link.getAttribute("href"),
    text: link.textContent,
  }));
  expect(links).toEqual([
    { href: "https://tracker.example/p.png", text: "Image: pixel (tracker.example)" },
    { href: "https://bank.example@evil.example/", text: "bank (evil.example)" },
    { href: "https://plain.example/a", text: "https://plain.example/a (plain.example)" },
  ]);
  for (const link of screen.getAllByRole("link")) {
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(link.getAttribute("target")).toBe("_blank");
  }
  expect(document.body.textContent).toContain('<img src=x onerror="globalThis.ran = 1">');
  expect(document.body.textContent).toContain("script (javascript:globalThis.ran=1)");
});

test("one press shows the source text", async () => {
  const { user } = renderInTab(<Markdown text={"**bold**"} label="Description" />);
  expect((await screen.findByText("bold")).tagName).toBe("STRONG");
  await user.click(screen.getByRole("button", { name: "Show as text (Description)" }));
  screen.getByText("**bold**");
  await user.click(screen.getByRole("button", { name: "Show as Markdown (Description)" }));
  await screen.findByText("bold");
});

test("text without Markdown keeps its lines and has no switch", () => {
  renderInTab(<Markdown text={"one\n  two"} label="Description" />);
  expect(document.body.querySelector("p")?.textContent).toBe("one\n  two");
  expect(screen.queryByRole("button")).toBeNull();
});

test("text that is too long, and a block that is too large, are shown as source text", async () => {
  const { unmount } = renderInTab(<MarkdownView text={"# a\n".repeat(200_000)} label="Long" />);
  screen.getByText("Too long to be shown as Markdown.");
  screen.getByRole("group", { name: "Long" });
  unmount();
  renderInTab(<MarkdownView text={"[".repeat(200_000)} label="Brackets" />);
  await screen.findByRole("group", { name: "Code" });
});

test("long text is drawn in parts", async () => {
  renderInTab(<MarkdownView text={"a **b**\n\n".repeat(3000)} label="Much" />);
  await waitFor(() => expect(document.querySelectorAll("strong").length).toBeGreaterThan(100));
  expect(document.querySelectorAll("*").length).toBeLessThan(20_000);
});

test("a text of a server cannot change the order of its characters, with Markdown or without", async () => {
  const { user } = renderInTab(<Markdown text={"**Reads** to the \u202eend"} label="Answer" />);
  renderInTab(<Markdown text={"one\n  to the \u202eend"} label="Description" />);
  await screen.findByText("Reads", { selector: "strong" });
  const shown = () => document.body.textContent;
  expect(shown()).toContain("Reads to the \\u{202e}end");
  expect(shown()).toContain("one\n  to the \\u{202e}end");
  await user.click(screen.getByRole("button", { name: "Show as text (Answer)" }));
  expect(shown()).toContain("**Reads** to the \\u{202e}end");
  expect(shown()).not.toContain("\u202e");
});
