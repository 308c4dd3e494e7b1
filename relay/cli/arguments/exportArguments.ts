/** The arguments of `export`. */
import type { Command } from "commander";
import { exportFormats, isExportFormat } from "../../../shared/recording/export/exportFormats.ts";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { rejectCommand } from "./serverArguments.ts";

export function addExport(program: Command, setCommand: SetCommand): void {
  program
    .command("export")
    .description("write a recording in another format, with its secrets masked")
    .usage("[options] <recording>")
    .argument("<recording>", "the file of a recording")
    .requiredOption("--format <format>", exportFormats.join(", "))
    .option("--out <file>", "the file to write; standard output by default")
    .action((path: string, options) =>
      setCommand("export", (context) => readExport(path, options, context)),
    );
}

function readExport(
  path: string,
  { format, out }: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const problem = rejectCommand("export", context);
  if (problem !== undefined) return problem;
  const name = String(format);
  if (!isExportFormat(name)) return `--format needs one of ${exportFormats.join(", ")}.`;
  return { kind: "export", path, format: name, out: out === undefined ? undefined : String(out) };
}
