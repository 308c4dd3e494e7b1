/** The tools a server listed, as far as sending to them has to know. */

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: unknown;
  /** `execution.taskSupport` of the revision that has it. */
  readonly taskSupport: "required" | "optional" | "forbidden" | undefined;
}

export interface ToolShelf {
  /** Takes in a page of `tools/list`; entries that are no tools are passed over. */
  put(tools: readonly unknown[]): void;
  find(name: unknown): ListedTool | undefined;
}

export function createToolShelf(): ToolShelf {
  const tools = new Map<unknown, ListedTool>();
  return {
    put(listed) {
      for (const tool of listed) {
        if (typeof tool !== "object" || tool === null) continue;
        const { name, inputSchema, execution } = tool as Record<string, unknown>;
        const support = (execution as Record<string, unknown> | undefined)?.taskSupport;
        const known = (["required", "optional", "forbidden"] as const).find(
          (one) => one === support,
        );
        if (typeof name === "string") tools.set(name, { name, inputSchema, taskSupport: known });
      }
    },
    find: (name) => tools.get(name),
  };
}
