/** Checks what a tap says about a build that failed, and about a server that ended. */
import { expect, test } from "vitest";
import { runBuild } from "./restartTriggers.ts";
import { type ServerGeneration, serverEndText } from "./serverGeneration.ts";

test("of a build that failed, the line that says why is quoted", async () => {
  const script = [
    "console.log('\\x1b[31msrc/server.ts(3,7): error TS2322: Type number is not string\\x1b[0m')",
    "console.error('npm error command sh -c tsc')",
    "process.exit(2)",
  ].join(";");
  expect(await runBuild(`"${process.execPath}" -e "${script}"`)).toBe(
    "The build failed (exit code 2). src/server.ts(3,7): error TS2322: Type number is not string",
  );
});

test("of a server that ended, the error is quoted, not the last line", () => {
  const stderr = [
    "node:internal/modules/cjs/loader:1228",
    "Error: Cannot find module '/srv/server.js'",
    "    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)",
    "Node.js v24.21.0",
  ].join("\n");
  const process = { lastErrors: () => stderr } as ServerGeneration["process"];
  const end = { code: 1, signal: null };
  expect(serverEndText(end, { process } as ServerGeneration)).toBe(
    "The server ended with exit code 1. Error: Cannot find module '/srv/server.js'",
  );
});
