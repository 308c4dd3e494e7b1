/** Stores the input schemas of listed tools, which decide the headers of a call. */
import { membersOf } from "../core/json/jsonObject.ts";

interface ListedTool {
  readonly name: string;
  readonly inputSchema: unknown;
}

export type ToolRegistry = ReturnType<typeof createToolRegistry>;

export function createToolRegistry() {
  const tools = new Map<unknown, ListedTool>();
  return {
    /** Adds the tools of a page of `tools/list`; invalid entries are skipped. */
    put(listed: readonly unknown[]): void {
      for (const tool of listed) {
        const { name, inputSchema } = membersOf(tool);
        if (typeof name === "string") tools.set(name, { name, inputSchema });
      }
    },
    find: (name: unknown) => tools.get(name),
  };
}
