/** The tools a server listed, as far as sending to them has to know. */

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: unknown;
}

export interface ToolRegistry {
  /** Takes in a page of `tools/list`; entries that are no tools are passed over. */
  put(tools: readonly unknown[]): void;
  find(name: unknown): ListedTool | undefined;
}

export function createToolRegistry(): ToolRegistry {
  const tools = new Map<unknown, ListedTool>();
  return {
    put(listed) {
      for (const tool of listed) {
        if (typeof tool !== "object" || tool === null) continue;
        const { name, inputSchema } = tool as Record<string, unknown>;
        if (typeof name === "string") tools.set(name, { name, inputSchema });
      }
    },
    find: (name) => tools.get(name),
  };
}
