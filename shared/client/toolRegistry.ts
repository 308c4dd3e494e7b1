/** Stores the input schemas of listed tools, which decide the headers of a call. */
import { membersOf } from "../core/json/jsonObject.ts";

interface ListedTool {
  readonly name: string;
  readonly inputSchema: unknown;
}

export interface ToolRegistry {
  /** Adds the tools of a page of `tools/list`; invalid entries are skipped. */
  put(tools: readonly unknown[]): void;
  find(name: unknown): ListedTool | undefined;
}

export function createToolRegistry(): ToolRegistry {
  const tools = new Map<unknown, ListedTool>();
  return {
    put(listed) {
      for (const tool of listed) {
        const { name, inputSchema } = membersOf(tool);
        if (typeof name === "string") tools.set(name, { name, inputSchema });
      }
    },
    find: (name) => tools.get(name),
  };
}
