import { expect, test } from "vitest";
import { availableCommands, type Command, commandSections } from "./command.ts";

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  run: () => {},
  ...more,
});

test("sections are in the order in which they first appear", () => {
  const commands = [
    command("a", { section: "View" }),
    command("b"),
    command("c", { section: "View" }),
  ];
  const ids = commandSections(commands).map(([section, members]) => [
    section,
    members.map(({ id }) => id),
  ]);
  expect(ids).toEqual([
    ["View", ["a", "c"]],
    ["General", ["b"]],
  ]);
});

test("a command that cannot run now is left out", () => {
  const commands = [
    command("a", { isAvailable: () => false }),
    command("b", { isAvailable: () => true }),
    command("c"),
  ];
  expect(availableCommands(commands).map(({ id }) => id)).toEqual(["b", "c"]);
});
