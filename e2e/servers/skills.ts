/** Serves skills with the official SDK over HTTP, in both eras. */
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import {
  memorySkillFiles,
  type Skill,
  type SkillReadResult,
  SkillsExtension,
  skillEntry,
} from "@modelcontextprotocol/server/ext/skills";
import { serveHandler } from "./serveHandler.ts";

/** Two skills, one of which is nested deeper; by path. */
export const skillFiles = {
  "git-workflow/SKILL.md":
    "---\nname: git-workflow\ndescription: >-\n  Follow the conventions for branches\n  and commits\nlicense: MIT\n---\n\n# Git\n\nSee [the names](references/names.md#branches) and the `scripts` in [here](scripts/).\n",
  "git-workflow/references/names.md": "# Names\n",
  "git-workflow/scripts/check.py": "print('ok')\n",
  "billing/refunds/SKILL.md":
    '---\nname: refunds\ndescription: "Process refunds: per policy"\nmetadata:\n  version: "2"\n---\n\nNothing more.\n',
  "billing/refunds/examples/email.md": "Dear customer\n",
} as const;

interface SkillServer {
  readonly url: string;
  close(): Promise<void>;
}

async function serve(extension: SkillsExtension): Promise<SkillServer> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: "skills", version: "1" },
        { capabilities: { resources: {} } },
      );
      extension.attach(server);
      return server;
    },
    { legacy: "stateless" },
  );
  const server = await serveHandler((request) => handler.fetch(request));
  return {
    url: `${server.url}/mcp`,
    async close() {
      await handler.close();
      await server.close();
    },
  };
}

/** Serves files as the SDK lists them. */
export async function startSkills(
  files: Readonly<Record<string, string>> = skillFiles,
): Promise<SkillServer> {
  return serve(await SkillsExtension.load(memorySkillFiles(files)));
}

/**
 * Serves one skill whose entry is changed, or whose files are others than those that were listed.
 * @param entry as the SDK makes it
 */
export async function startBrokenSkill(
  change: (entry: Skill) => Skill,
  served: Readonly<Record<string, string>> = {},
): Promise<SkillServer> {
  const files = {
    "SKILL.md": skillFiles["git-workflow/SKILL.md"],
    "references/names.md": "# Names\n",
  };
  const entry = change(await skillEntry("git-workflow", files));
  const root = "skill://git-workflow/";
  return serve(
    new SkillsExtension({
      onWarning: () => {},
      source: {
        list: async () => ({ skills: [entry] }),
        get: async (uri) => (uri === entry.uri ? entry : undefined),
        async read(uri): Promise<SkillReadResult | undefined> {
          const text = { ...files, ...served }[uri.slice(root.length)];
          return text === undefined ? undefined : { text, mimeType: "text/markdown" };
        },
      },
    }),
  );
}
