/** Servers that end, or do not, when their client closes standard input or dies. */

interface EndingServer {
  /** Statements that run when it starts; `note` keeps the id of a process. */
  readonly program: string;
  /** How many processes are left after its input was closed, and after its client has died. */
  readonly left: readonly [number, number];
}

/** Runs beside the server. */
const helper = `const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  note(child.pid);`;

/** Faults, each with a server that has none. */
export const endingServers: Readonly<Record<string, EndingServer>> = {
  "ends with its input": { program: "", left: [0, 0] },
  "runs on": { program: "setInterval(() => {}, 1000);", left: [1, 1] },
  "leaves a process": { program: `${helper} child.unref();`, left: [1, 1] },
  "ends its process": {
    program: `${helper} process.stdin.on("close", () => child.kill());`,
    left: [0, 0],
  },
  "runs on with a process": { program: helper, left: [2, 2] },
  "writes until its input ends": {
    program: `process.stdout.on("error", () => {});
      process.stdin.on("end", () => process.exit());
      setInterval(() => process.stdout.write("\\n"), 10);`,
    left: [0, 0],
  },
  "ends only when nobody reads": {
    program: `process.stdout.on("error", () => process.exit());
      setInterval(() => write({ method: "notifications/message", params: { level: "info", data: "x" } }), 50);`,
    left: [1, 0],
  },
};

/** The program of such a server; `args[0]` is the file of its process ids. */
export const endingProgram = ({ program }: EndingServer): string => `
  import { appendFileSync } from "node:fs";
  import { spawn } from "node:child_process";
  import { createInterface } from "node:readline";
  const note = (pid) => appendFileSync(args[0], pid + "\\n");
  note(process.pid);
  const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  ${program}
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") {
      const serverInfo = { name: "ending", version: "1" };
      const { protocolVersion } = params;
      write({ id, result: { protocolVersion, capabilities: {}, serverInfo } });
    } else if (id !== undefined) {
      write({ id, error: { code: -32601, message: "Method not found" } });
    }
  });`;
