/** Commands that switch between the open servers, close one and move it. */
import type { Servers } from "../../servers/store/serversStore.ts";
import type { Command } from "./command.ts";

export function serverCommands(servers: Servers): readonly Command[] {
  const section = "Server";
  const ids = () => [...servers.getState().open.keys()];
  const activeIndex = () => ids().indexOf(servers.getState().activeId ?? "");
  const isAnother = () => ids().length > (activeIndex() < 0 ? 0 : 1);
  const step = (by: number) => {
    const all = ids();
    const next = all[(Math.max(activeIndex(), 0) + by + all.length) % all.length];
    if (next !== undefined) servers.activate(next);
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
