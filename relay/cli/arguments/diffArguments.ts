/** The arguments of `diff`. */
import { differenceKinds } from "../../../shared/recording/difference/compareSessions.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { nameReader, repeatable } from "./optionGroups.ts";
import { rejectCommand } from "./serverArguments.ts";

export type DiffArguments = ArgumentsOf<typeof addDiff>;

export function addDiff({ program, on }: CommandLine) {
  const command = program
    .command("diff")
    .description("compare two recorded sessions by what was asked and answered")
    .usage("[options] <recording> <recording>")
    .argument("<first>", "the file of a recording, such as that of a tap")
    .argument("<second>", "the file of another one")
    .addOption(repeatable("--ignore <kinds>", `what does not count: ${differenceKinds.join(", ")}`))
    .option(
      "--rules <file>",
      "what differs from call to call: JSON Pointers and ~expressions~, one per line",
    )
    .option("--json", "print the differences as JSON");
  return on(command, ({ ignore = [], rules, json = false }, context, first, second) => {
    rejectCommand("diff", context);
    const ignored = ignore.flatMap((kinds) =>
      kinds.split(",").map(nameReader("--ignore", differenceKinds)),
    );
    return { kind: "diff" as const, first, second, ignored, rules, json };
  });
}
