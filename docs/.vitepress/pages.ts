/** The pages of the documentation in a reader's order: the sidebar, and the list for language models. */

interface Group {
  readonly text: string;
  readonly items: { readonly text: string; readonly link: string }[];
}

const pages = (folder: string, entries: Readonly<Record<string, string>>): Group["items"] =>
  Object.entries(entries).map(([name, text]) => ({ text, link: `${folder}${name}` }));

export const sidebar: Group[] = [
  { text: "Start", items: pages("/", { start: "Five minutes" }) },
  {
    text: "Guides",
    items: pages("/guides/", {
      "connection-fails": "The connection fails",
      "sign-in": "Sign-in ends and nothing follows",
      "silent-client": "claude.ai goes silent",
      "blank-app": "My app stays blank",
      "wrong-tool": "The model takes the wrong tool",
      "changed-tools": "Tools changed, workflows broke",
      "new-revision": "Move to 2026-07-28",
      ci: "Examine in CI",
      "record-a-bug": "Record a bug",
      share: "Share with somebody",
      team: "Several people, one relay",
    }),
  },
  {
    text: "Coming from",
    items: pages("/coming-from/", {
      inspector: "the Inspector",
      mcpjam: "MCPJam",
      mcpc: "mcpc",
    }),
  },
  {
    text: "Reference",
    items: pages("/", {
      connecting: "Connecting",
      authorization: "Authorization",
      cli: "Command line",
      collections: "Saved calls",
      conform: "Examine",
      compat: "Clients",
      doctor: "Doctor",
      tap: "Tap",
      agents: "Agents",
      recording: "Recordings",
      links: "Links",
      apps: "Apps",
      skills: "Skills",
      events: "Events (draft)",
      chat: "Chat",
      evals: "Evals",
      sampling: "Sampling",
      hosting: "Hosting",
      conformance: "Conformance of the client",
      security: "Security",
      changes: "Changes",
    }),
  },
];

/** A sentence for those who read the file, not the site. */
const ownerSentence = "`OWNER` is the account that this repository belongs to.";

/**
 * The text of a page with the addresses of the project, as far as it has them.
 * @param page where the page of the playground is published
 * @param repository the address of the sources
 */
export function publishedText(text: string, page?: string, repository?: string): string {
  const named = page ? text.replaceAll("https://playground.example/", page) : text;
  const [, path] = /^https:\/\/[^/]+\/(.+?)(?:\.git|\/)?$/.exec(repository ?? "") ?? [];
  if (path === undefined) return named;
  return named.replaceAll("OWNER/mcp-playground", path).replace(`${ownerSentence} `, "");
}

/**
 * The content of llms.txt: every page with its address and first sentence.
 * @param site the address of the site, with a slash at its end
 * @param read reads a file of the folder docs
 */
export function pagesText(site: string, read: (path: string) => string): string {
  const elsewhere: Readonly<Record<string, string>> = {
    "/changes": "../CHANGELOG.md",
    "/security": "../SECURITY.md",
  };
  const sections = sidebar.map(({ text, items }) => {
    const lines = items.map((item) => {
      const content = read(elsewhere[item.link] ?? `.${item.link}.md`);
      return `- [${item.text}](${site}${item.link.slice(1)}.html): ${firstSentence(content)}`;
    });
    return `## ${text}\n\n${lines.join("\n")}\n`;
  });
  return [
    "# MCP Playground\n",
    "> A browser playground, relay and command line for people who write Model Context Protocol servers.\n",
    ...sections,
  ].join("\n");
}

/** The first sentence of the text, without its links. */
function firstSentence(markdown: string): string {
  const paragraphs = markdown.split(/\n{2,}/).map((each) => each.trim().replace(/\s+/g, " "));
  const text = paragraphs.find((each) => /^[\p{L}`*]/u.test(each)) ?? "";
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("**", "");
  return /^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain;
}
