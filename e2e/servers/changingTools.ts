/** A server whose tools a test changes; each of them answers with the name that was called. */
import { methodNotFound, startReplies } from "./replies.ts";

const inputSchema = { type: "object" };

/** The tool whose call changes the list, which the server says then. */
export const announcingTool = "announce";

/** @param tools the other tools: members of their definitions besides `inputSchema` */
export async function startChangingTools(...tools: readonly { readonly name: string }[]) {
  let listed = tools;
  let next = tools;
  let paused: Promise<void> | undefined;
  const { url, asked, close } = await startReplies(
    { capabilities: { tools: { listChanged: true } } },
    async ({ id, method, params }, response) => {
      if (method === "tools/list") {
        const all = [...listed, { name: announcingTool, annotations: { readOnlyHint: true } }];
        return { result: { tools: all.map((tool) => ({ inputSchema, ...tool })) } };
      }
      if (method !== "tools/call") return methodNotFound;
      const result = { content: [{ type: "text", text: `called ${params.name}` }] };
      if (params.name !== announcingTool) {
        await paused;
        return { result };
      }
      listed = next;
      response.writeHead(200, { "content-type": "text/event-stream" });
      const changed = { method: "notifications/tools/list_changed" };
      for (const message of [changed, { id, result }]) {
        response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
      }
      response.end();
      return undefined;
    },
  );
  return {
    url,
    close,
    /** How often a tool was called. */
    calls: (name: string) => asked.filter(({ params }) => params?.name === name).length,
    /** Answers no call but those of the announcing tool. @returns the function that goes on */
    pause(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      paused = promise;
      return resolve;
    },
    /** Changes the tools with the next call of the announcing tool. */
    change(...changed: typeof tools) {
      next = changed;
    },
  };
}
