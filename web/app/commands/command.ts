/** Something a person can do from anywhere on the page. */

/** A command of the palette. */
export interface Command {
  readonly id: string;
  /** What it does, as an order: `Clear traffic`. */
  readonly title: string;
  /** Commands of one section stand together, in the order in which sections first appear. */
  readonly section?: string;
  /** The keys that run it from anywhere, such as `Mod+Shift+K`. */
  readonly shortcut?: string;
  readonly run: () => void;
  /** `false` hides it and silences its keys; asked each time. */
  readonly isAvailable?: () => boolean;
}

/** The commands that can run now. */
export const availableCommands = (commands: readonly Command[]): readonly Command[] =>
  commands.filter((command) => command.isAvailable?.() ?? true);

/** Commands by section, in the order in which the sections first appear. */
export function commandSections(
  commands: readonly Command[],
): readonly (readonly [section: string, commands: readonly Command[]])[] {
  const sections = new Map<string, Command[]>();
  for (const command of commands) {
    const section = command.section ?? "General";
    const members = sections.get(section);
    if (members) members.push(command);
    else sections.set(section, [command]);
  }
  return [...sections];
}

/**
 * Whether a title answers what was typed: every word of it occurs, in any order and any case.
 */
export function answersQuery(title: string, query: string): boolean {
  const text = title.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
