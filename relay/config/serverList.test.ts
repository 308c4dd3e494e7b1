import { expect, test } from "vitest";
import { fillServer } from "../../shared/config/fillServer.ts";
import { createServerList } from "./serverList.ts";

test("a command's environment reaches the process and is not shown", () => {
  const named = { kind: "stdio", command: "node", args: ["a.js"], env: { KEY: "sk-1" } } as const;
  const [server] = createServerList(named, [])?.current().servers ?? [];
  if (!server) throw new Error("The server is missing");
  expect(server.name).toBe("node a.js");
  const filled = fillServer(server, {});
  expect(filled?.target).toEqual(named);
  expect(JSON.stringify(filled?.shown)).not.toContain("sk-1");
});
