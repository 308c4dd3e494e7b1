/** Checks the documentation: links lead somewhere, and commands have arguments that the command line takes. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import markdownIt from "markdown-it";
import { expect, test } from "vitest";
import { publishedText, sidebar } from "../docs/.vitepress/pages.ts";
import { readArguments } from "../relay/cli/arguments/readArguments.ts";
import { version } from "../relay/thisPackage.ts";
import { projectRoot } from "./runScript.ts";

const documents = globSync(["*.md", "docs/**/*.md"], { cwd: projectRoot }).sort();
const markdown = markdownIt({ html: true });

function tokensOf(document: string) {
  const text = readFileSync(join(projectRoot, document), "utf8");
  return markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

/** The ids that GitHub gives the headings of a document. */
function headingIds(document: string): Set<string> {
  const text = readFileSync(join(projectRoot, document), "utf8");
  const tokens = markdown.parse(text, {});
  const headings = tokens.filter((_, index) => tokens[index - 1]?.type === "heading_open");
  return new Set(
    headings.map(({ content }) =>
      content
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function brokenLinks(document: string): string[] {
  const links = tokensOf(document).flatMap((token) => {
    const target = token.attrGet("href") ?? token.attrGet("src");
    return target === null ? [] : [decodeURI(String(target))];
  });
  return links.filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [path = "", id] = link.split("#");
    const file = path === "" ? document : join(dirname(document), path);
    if (!existsSync(join(projectRoot, file))) return true;
    return id !== undefined && file.endsWith(".md") && !headingIds(file).has(id);
  });
}

/** The words of a line as a shell splits them: quotes, a comment at the end, an operator. */
function splitLine(line: string): string[] {
  const words = [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word);
  const end = words.findIndex((word) => /^(#|\||&&|>|2>|;)/.test(word));
  return words.slice(0, end < 0 ? undefined : end).map((word) => word.replace(/['"]/g, ""));
}

/**
 * The arguments of each `mcp-playground` in the blocks of code of a document, and within its text
 * where options are given: otherwise the text only names a command.
 */
function commandsOf(document: string): string[][] {
  const code = tokensOf(document).flatMap(({ type, content }) =>
    type === "fence" ||
    (type === "code_inline" && / --\s?\S/.test(content) && !content.includes("<"))
      ? [content]
      : [],
  );
  const lines = code
    // a folded scalar of a workflow, a continued line
    .map((text) => text.replace(/run: >\n\s+/g, "run: ").replace(/\\?\n +(?=--)/g, " "))
    .flatMap((text) => text.split("\n"));
  return lines.flatMap((line) => {
    const [, rest] = /^(?:\s*- )?(?:run: )?(?:npx )?mcp-playground (.*)$/.exec(line.trim()) ?? [];
    return rest === undefined ? [] : [splitLine(rest)];
  });
}

test.each(documents)("the links of %s lead somewhere", (document) => {
  expect(brokenLinks(document)).toEqual([]);
});

test.each(documents)("the command line takes the commands in %s", (document) => {
  const refused = commandsOf(document).flatMap((words) => {
    try {
      readArguments(words);
      return [];
    } catch (error) {
      return [`mcp-playground ${words.join(" ")}: ${String(error)}`];
    }
  });
  expect(refused).toEqual([]);
});

test("what a reader copies names this version, and on the site the repository", () => {
  const guide = readFileSync(join(projectRoot, "docs/guides/ci.md"), "utf8");
  expect(guide).toContain(`uses: OWNER/mcp-playground@v${version}`);
  const published = publishedText(
    guide,
    "https://someone.example/",
    "https://code.example/some/one",
  );
  expect(published).toContain(`uses: some/one@v${version}`);
  expect(published).not.toContain("OWNER");
  expect(
    publishedText("https://playground.example/x OWNER/mcp-playground", "https://a.example/"),
  ).toBe("https://a.example/x OWNER/mcp-playground");
});

test("the sidebar has every page", () => {
  const listed = sidebar.flatMap(({ items }) => items.map(({ link }) => `docs${link}.md`));
  const pages = documents.filter((path) => path.startsWith("docs/") && path !== "docs/index.md");
  expect(pages.filter((path) => !listed.includes(path))).toEqual([]);
});

test("commands and links are found", () => {
  expect(commandsOf("docs/tap.md").map(([name]) => name)).toContain("replay");
  expect(commandsOf("docs/cli.md").filter(([name]) => name === "check")).toHaveLength(1);
  expect(documents.flatMap(commandsOf).length).toBeGreaterThan(30);
});
