/** Builds the documentation as a site for an address, and checks what its pages refer to. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScript } from "./runScript.ts";

const publicUrl = "https://someone.example/play/";
const base = new URL("docs/", publicUrl);

let site = "";
let pages: readonly string[] = [];

beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), "docs-test-"));
  const env = { PUBLIC_URL: publicUrl, NODE_ENV: "production" };
  expect(await runScript("docs", ["--outDir", site], env)).toBe(true);
  pages = globSync("**/*.html", { cwd: site });
}, 600_000);
afterAll(() => rmSync(site, { recursive: true, force: true }));

const textOf = (page: string) => readFileSync(join(site, page), "utf8");

/** Whether the site has the file of an address. */
function isInSite(url: URL): boolean {
  const path = join(site, decodeURIComponent(url.pathname.slice(base.pathname.length)));
  if (existsSync(path)) return statSync(path).isFile() || existsSync(join(path, "index.html"));
  return existsSync(`${path}.html`);
}

test("each link and picture of each page leads to a file, and nothing is loaded from elsewhere", () => {
  expect(pages.length).toBeGreaterThan(30);
  const broken = pages.flatMap((page) => {
    const from = new URL(page.replaceAll("\\", "/"), base);
    return [...textOf(page).matchAll(/<(\w+)[^>]* (?:href|src)="([^"]*)"/g)].flatMap(
      ([, element, target = ""]) => {
        const url = new URL(target, from);
        const isOwn = url.href.startsWith(base.href);
        // the page of the playground is beside the site
        const isFine = isOwn ? isInSite(url) : element === "a" || element === "A";
        return isFine ? [] : [`${page}: ${target}`];
      },
    );
  });
  expect(broken).toEqual([]);
});

test("the pages of the guides and of the root are there, and name the address of the page", () => {
  expect(pages).toEqual(
    expect.arrayContaining(["start.html", "guides/ci.html", "changes.html", "security.html"]),
  );
  expect(textOf("links.html")).toContain(`${publicUrl}badge.svg`);
  expect(textOf("links.html")).not.toContain("playground.example");
  expect(textOf("index.html")).toContain(`href="${publicUrl}"`);
});

test("llms.txt names every page of the sidebar, with its first sentence", () => {
  const lines = readFileSync(join(site, "llms.txt"), "utf8").split("\n");
  const links = lines.flatMap((line) => /^- \[[^\]]+\]\(([^)]+)\): \S/.exec(line)?.[1] ?? []);
  expect(links.length).toBe(pages.length - 2);
  for (const link of links) expect([link, isInSite(new URL(link))]).toEqual([link, true]);
});
