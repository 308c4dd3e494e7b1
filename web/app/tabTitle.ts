/** The title of the browser's tab: the shown server and, unless it is connected, its condition. */
import { conditionText } from "../servers/messages/conditionMessages.ts";
import { conditionOf } from "../servers/store/connections/condition.ts";
import type { OpenServer } from "../servers/store/connections/openServers.ts";
import type { Stores } from "../stores/stores.ts";

const page = "MCP Playground";

/** Characters of a server's name. */
const maxName = 40;

/**
 * Keeps the title up to date.
 * @returns the function that stops it
 */
export function followTabTitle({
  connections,
  servers,
  sessions: { recordings },
}: Stores): () => void {
  const update = () => {
    const { activeId } = servers.all.getState();
    const server = connections.open.getState().find(({ id }) => id === activeId);
    if (!server) {
      document.title = page;
      return;
    }
    const recording = recordings.getState().opened.get(server.id);
    const condition = conditionOf(server.state, recording);
    const parts = condition.kind === "connected" ? [] : [conditionText(condition)];
    document.title = [...parts, nameOf(server), page].join(" · ");
  };
  const stops = [connections.open, servers.all, recordings].map((store) => store.subscribe(update));
  update();
  return () => {
    for (const stop of stops) stop();
    document.title = page;
  };
}

/** Titles are part of the browser's history, so one has no argument of a command and no path. */
function nameOf({ name, isNamed, target }: OpenServer): string {
  if (isNamed) return [...name].slice(0, maxName).join("");
  if (target.kind === "stdio") return target.command.split(/[\\/]/).at(-1) ?? "";
  return URL.parse(target.url)?.host ?? "";
}
