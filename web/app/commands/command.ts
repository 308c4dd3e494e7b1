/** Defines commands, and groups them by section. */

/** A command of the palette. */
export interface Command {
  readonly id: string;
  /** The title in imperative form, such as `Clear traffic`. */
  readonly title: string;
  /** The section's heading; sections are shown in the order in which they first appear. */
  readonly section?: string;
  /** The global shortcut: a combination such as `Mod+K`, or keys in sequence such as `G T`. */
  readonly shortcut?: string;
  readonly run: () => void;
  /** `false` hides the command and disables its shortcut; evaluated on every use. */
  readonly isAvailable?: () => boolean;
}

/** The commands that are enabled now. */
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
