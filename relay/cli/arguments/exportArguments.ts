/** The arguments of `export`. */
import { Option } from "@commander-js/extra-typings";
import { exportFormats } from "../../../shared/recording/export/exportFormats.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { nameReader } from "./optionGroups.ts";
import { rejectCommand } from "./serverArguments.ts";

export type ExportArguments = ArgumentsOf<typeof addExport>;

export function addExport({ program, on }: CommandLine) {
  const command = program
    .command("export")
    .description("write a recording in another format, with its secrets masked")
    .usage("[options] <recording>")
    .argument("<recording>", "the file of a recording")
    .addOption(
      new Option("--format <format>", exportFormats.join(", "))
        .argParser(nameReader("--format", exportFormats))
        .makeOptionMandatory(),
    )
    .option("--out <file>", "the file to write; standard output by default");
  return on(command, ({ format, out }, context, path) => {
    rejectCommand("export", context);
    return { kind: "export" as const, path, format, out };
  });
}
