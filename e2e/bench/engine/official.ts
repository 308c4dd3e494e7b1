/** The official SDK's client, for comparison. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { OpenClient } from "./comparedClient.ts";

export const openOfficial: OpenClient = async (url) => {
  const client = new Client({ name: "bench", version: "1.0.0" });
  let notifications = 0;
  client.setNotificationHandler("notifications/message", () => {
    notifications++;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    async call(tool) {
      notifications = 0;
      const { content } = await client.callTool({ name: tool, arguments: {} });
      if (content.length === 0) throw new Error("No answer came");
      return notifications;
    },
    close: () => client.close(),
  };
};
