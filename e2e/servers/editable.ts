/** A stdio server whose source is written by a test and edited while the server runs. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface EditableTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly annotations?: object;
  /** A JavaScript expression over `args` and `process` that returns the text of the result. */
  readonly answer: string;
}

export interface EditableServer {
  readonly tools: readonly EditableTool[];
  /** JavaScript that runs before the server listens. */
  readonly before?: string;
}

/**
 * Writes the server's program.
 * @returns the path of the script, to be started with `node`
 */
export async function writeServer(folder: string, server: EditableServer): Promise<string> {
  await mkdir(folder, { recursive: true });
  // A separate project, even inside another one.
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) await writeFile(manifest, '{ "private": true }\n');
  const path = join(folder, "server.mjs");
  await writeFile(path, programOf(server));
  return path;
}

function programOf({ tools, before = "" }: EditableServer): string {
  const listed = tools.map(({ answer: _, ...tool }) => ({
    inputSchema: { type: "object", properties: {} },
    ...tool,
  }));
  const answers = tools.map(({ name, answer }) => `${JSON.stringify(name)}: (args) => ${answer}`);
  return `import { createInterface } from "node:readline";
${before}
const tools = ${JSON.stringify(listed, null, 2)};
const answers = { ${answers.join(", ")} };
const say = (id, result) =>
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    say(id, {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "editable", version: "1.0.0" },
    });
  } else if (method === "tools/list") {
    say(id, { tools });
  } else if (method === "tools/call") {
    const text = String(answers[params.name](params.arguments ?? {}));
    say(id, { content: [{ type: "text", text }] });
  } else if (id !== undefined) {
    const error = { code: -32601, message: "Method not found" };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, error }) + "\\n");
  }
});
`;
}
