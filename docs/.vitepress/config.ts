/** The documentation as a site: `npm run docs` builds it into dist/docs. */
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitepress";
import { projectLinks } from "../../relay/thisPackage.ts";
import { readPublicUrl } from "../../web/clientMetadata.ts";
import { pagesText, publishedText, sidebar } from "./pages.ts";

const root = join(import.meta.dirname, "../..");

/** Where the page is published, with this site in `docs/` beside it. */
const page = readPublicUrl(process.env.PUBLIC_URL);
const base = page ? new URL("docs/", page).pathname : "/docs/";

/** Links to files that are no pages: the sources on the code host, or their text alone. */
const sources = projectLinks.repository && `${projectLinks.repository}/blob/main/`;

/** Where the rewritten pages and the sources on the code host are, for a link that is written for the repository. */
function publishedLink(href: string): string {
  const [, up = "", path = ""] = /^((?:\.\.\/)*)(.*)$/.exec(href) ?? [];
  // the folder docs is the top of the site
  const above = "../".repeat(Math.max(0, up.length / 3 - 1)) || "./";
  const page = /^(?:docs\/(?<rest>.*)|(?<name>SECURITY|CHANGELOG)\.md(?<id>#.*)?)$/.exec(
    path,
  )?.groups;
  if (page?.rest !== undefined) return above + page.rest;
  if (page?.name !== undefined) return `${above}${topPages[page.name]}.md${page.id ?? ""}`;
  return sources && /^(README|ARCHITECTURE|CONTRIBUTING|compose|e2e|shared|skills)\b/.test(path)
    ? sources + path
    : href;
}

/** Documents beside the folder docs that are pages of the site. */
const topPages: Readonly<Record<string, string>> = { CHANGELOG: "changes", SECURITY: "security" };
const topFiles = new Set(Object.keys(topPages).map((name) => `${name}.md`));

export default defineConfig({
  title: "MCP Playground",
  description: "A browser playground for people who write Model Context Protocol servers",
  lang: "en",
  base,
  srcDir: "..",
  outDir: "../dist/docs",
  cacheDir: "../node_modules/.cache/vitepress",
  srcExclude: readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => name !== "docs" && !topFiles.has(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name)),
  rewrites: {
    "docs/:rest*": ":rest*",
    ...Object.fromEntries(
      Object.entries(topPages).map(([file, page]) => [`${file}.md`, `${page}.md`]),
    ),
  },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}favicon.svg` }]],
  vite: {
    // that of the page
    configFile: false,
    publicDir: join(root, "web/public"),
    build: { chunkSizeWarningLimit: 1500 },
    plugins: [
      {
        name: "published-addresses",
        enforce: "pre",
        transform: (text, id) =>
          id.endsWith(".md") ? publishedText(text, page?.href, projectLinks.repository) : null,
      },
    ],
  },
  markdown: {
    config(markdown) {
      markdown.core.ruler.push("published-links", (state) => {
        for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet("href");
          if (href !== null) token.attrSet("href", publishedLink(String(href)));
        }
      });
    },
  },
  themeConfig: {
    logo: "/favicon.svg",
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      { text: "Guides", link: "/start", activeMatch: "/(start|guides)" },
      { text: "Command line", link: "/cli" },
      { text: "Reference", link: "/connecting", activeMatch: "/(connecting|recording|conform)" },
      { text: "Changes", link: "/changes" },
      ...(projectLinks.repository ? [{ text: "Source", link: projectLinks.repository }] : []),
      ...(page ? [{ text: "Open playground", link: page.href, target: "_self" }] : []),
    ],
    sidebar,
  },
  buildEnd({ outDir }) {
    // schemas and examples that the pages link to
    for (const file of globSync(["*.json", "examples/*"], { cwd: join(root, "docs") })) {
      mkdirSync(dirname(join(outDir, file)), { recursive: true });
      copyFileSync(join(root, "docs", file), join(outDir, file));
    }
    const read = (path: string) => readFileSync(join(root, "docs", path), "utf8");
    const site = page ? new URL("docs/", page).href : base;
    writeFileSync(join(outDir, "llms.txt"), pagesText(site, read));
  },
});
