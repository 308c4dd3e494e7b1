/** The arguments of `completion`. */
import { completionScripts } from "../completion/scripts.ts";
import { CommandError } from "../exitCode.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";

type Wanted = ArgumentsOf<typeof addCompletion>;
export type CompletionArguments = Extract<Wanted, { readonly kind: "complete-line" }>;

/** A command, with the names of its options and whether each takes a value. */
export type DescribedCommand = CompletionArguments["commands"][number];

export function addCompletion({ program, on }: CommandLine) {
  const command = program
    .command("completion")
    .description("print the script with which a shell completes commands: bash, zsh or fish")
    .argument("<shell>")
    .argument("[point]")
    .argument("[line]");
  return on(command, (_options, _context, shell, point, line) => {
    const text = completionScripts[shell];
    if (text === undefined) {
      throw new CommandError(`completion knows ${Object.keys(completionScripts).join(", ")}.`);
    }
    if (point === undefined || line === undefined) return { kind: "text" as const, text };
    const commands = program.commands.map((each) => ({
      name: each.name(),
      options: new Map(each.options.map((option) => [option.long ?? "", option.required])),
    }));
    // the line as far as it is typed, with the program's name, and the offset of the cursor in it
    return { kind: "complete-line" as const, shell, point: Number(point), line, commands };
  });
}
