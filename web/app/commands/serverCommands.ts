/** Commands that switch between the open servers, close one and move it. */
import type { Stores } from "../../stores/stores.ts";
import type { Command } from "./command.ts";

export function serverCommands({
  records,
  serverSwitch,
}: Pick<Stores["connections"], "records" | "serverSwitch">): readonly Command[] {
  const section = "Server";
  const ids = () => [...records.getState().records.keys()];
  const activeIndex = () => ids().indexOf(records.getState().activeId ?? "");
  const isAnother = () => ids().length > (activeIndex() < 0 ? 0 : 1);
  const step = (by: number) => {
    const all = ids();
    const next = all[(Math.max(activeIndex(), 0) + by + all.length) % all.length];
    if (next !== undefined) serverSwitch.activate(next);
  };
  return [
    {
      id: "next-server",
      section,
      title: "Switch to the next server",
      shortcut: "S N",
      isAvailable: isAnother,
      run: () => step(activeIndex() < 0 ? 0 : 1),
    },
    {
      id: "previous-server",
      section,
      title: "Switch to the previous server",
      shortcut: "S P",
      isAvailable: isAnother,
      run: () => step(-1),
    },
  ];
}
