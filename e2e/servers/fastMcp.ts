/** A server built with FastMCP; run with Node it listens on `PORT`, at `/mcp` and `/sse`. */
import { fileURLToPath } from "node:url";
import { FastMCP } from "fastmcp";

export const fastMcpProgram = fileURLToPath(import.meta.url);

if (process.argv[1] === fastMcpProgram) {
  const server = new FastMCP({ name: "fast-server", version: "1.0.0" });
  server.addTool({
    name: "steps",
    description: "Takes two steps",
    async execute(_args, { reportProgress }) {
      await reportProgress({ progress: 1, total: 2 });
      await reportProgress({ progress: 2, total: 2 });
      return "Arrived";
    },
  });
  server.addResourceTemplate({
    uriTemplate: "city://{name}",
    name: "City",
    arguments: [
      {
        name: "name",
        complete: async (value) => ({
          values: ["Paris", "Prague", "Rome"].filter((name) => name.startsWith(value)),
        }),
      },
    ],
    load: async ({ name }) => ({ text: `About ${name}` }),
  });
  await server.start({
    transportType: "httpStream",
    httpStream: { port: Number(process.env.PORT), host: "127.0.0.1" },
  });
}
