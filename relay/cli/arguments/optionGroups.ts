/** What the declarations of options have in common: shared groups, repeated options, and readers of values. */
import {
  type Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from "@commander-js/extra-typings";
import { CommandError } from "../exitCode.ts";

/** The values of the options that a function declares. */
export type ValuesOf<Declare extends (...none: never[]) => CommandUnknownOpts> = ReturnType<
  ReturnType<Declare>["opts"]
>;

/**
 * Adds options that several commands have.
 * @param isTaken false if this one has none of them
 */
export function addOptions<
  Words extends unknown[],
  Own extends OptionValues,
  Shared extends OptionValues,
>(command: Command<Words, Own, OptionValues>, shared: Command<[], Shared>, isTaken = true) {
  if (isTaken) for (const option of shared.options) command.addOption(option);
  return command as unknown as Command<Words, Own & Shared, OptionValues>;
}

/** An option that may be repeated. */
export function repeatable<Usage extends string>(usage: Usage, description: string) {
  return new Option(usage, `${description}; may be repeated`).argParser(
    (value: string, before: readonly string[] | undefined): readonly string[] => [
      ...(before ?? []),
      value,
    ],
  );
}

/**
 * Returns the function that reads the number of an option.
 * @param problem the sentence for other numbers
 */
export function numberReader(isValid: (value: number) => boolean, problem: string) {
  return (text: string): number => {
    const value = Number(text);
    if (!isValid(value)) throw new CommandError(problem);
    return value;
  };
}

/**
 * Returns the function that reads one of several names.
 * @param option for the sentence about other names
 */
export function nameReader<Name extends string>(option: string, names: readonly Name[]) {
  return (text: string): Name => {
    const name = names.find((each) => each === text);
    if (name === undefined) throw new CommandError(`${option} needs one of ${names.join(", ")}.`);
    return name;
  };
}

export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError("It needs a number from 0 to 65535.");
  return port;
}
