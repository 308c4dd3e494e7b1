/** The arguments of `tap`. */
import type { Command } from "commander";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { readServer } from "./serverArguments.ts";

export function addTap(program: Command, setCommand: SetCommand): void {
  program
    .command("tap")
    .description("stand between a client and its server: pass everything on, and record it")
    .usage("[options] <-- command args…>")
    .option("--name <name>", "what the tap is called in the page and in its recordings")
    .action((options) => setCommand("tap", (context) => readTap(options, context)));
}

function readTap(
  { name }: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  if (!context.command) return "Give the command of the server after --.";
  const target = readServer(undefined, context);
  if (typeof target === "string") return target;
  return { kind: "tap", target, name: typeof name === "string" ? name : undefined };
}
