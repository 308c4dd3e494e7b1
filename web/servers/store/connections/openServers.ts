/** The open servers in their order, each with its name and state, for lists of servers. */
import { createStore } from "zustand/vanilla";
import { formatTarget, type Target } from "../../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import { shownName } from "../catalog/items.ts";
import type { Server, ServersState } from "../server.ts";
import { type Connection, type ConnectionView, connectedView } from "./connection.ts";

/** A short mark of a server, which differs from those of all other open servers. */
export interface ServerTag {
  /** A letter of its name, or the end of the port where that is its name; see {@link tagTexts}. */
  readonly text: string;
  /** From 1, by the order in which the servers were opened. */
  readonly number: number;
}

export interface OpenServer {
  readonly id: string;
  /**
   * The user's name for it, else the server's own, else its address; two servers never have the
   * same.
   */
  readonly name: string;
  /** Whether the name is not its address, in which a command may have secrets. */
  readonly isNamed: boolean;
  /** Tells its rows from those of other servers. */
  readonly tag: ServerTag;
  readonly target: Target;
  readonly connection: Connection | undefined;
  readonly state: ConnectionView["state"];
}

const none: OpenServer["state"] = { kind: "none" };

/** Follows the servers and the state of each newest connection. */
export function createOpenServers(
  servers: ReadableStore<ServersState>,
): ReadableStore<readonly OpenServer[]> {
  const store = createStore<readonly OpenServer[]>(() => []);
  const followed = new Map<Connection, () => void>();
  /** The name that each server has stated, also while it reconnects. */
  const given = new Map<string, string>();
  /** The numbers of the tags, which stay with their servers. */
  const numbers = new Map<string, number>();
  const ownName = ({ id, name, target, connection }: Server): string => {
    const view = connection && connectedView({ connection, state: connection.state.getState() });
    const info = view?.client.agreement.serverInfo;
    const known = info?.title || info?.name;
    if (known) given.set(id, shownName(known));
    return name ?? given.get(id) ?? addressName(target);
  };
  const update = () => {
    const all = [...servers.getState().open.values()];
    const now = new Set(all.map(({ connection }) => connection));
    for (const [connection, stop] of followed) {
      if (now.has(connection)) continue;
      stop();
      followed.delete(connection);
    }
    for (const connection of now) {
      if (!connection || followed.has(connection)) continue;
      followed.set(connection, connection.state.subscribe(update));
    }
    const names = uniqueNames(all.map(ownName));
    giveNumbers(
      numbers,
      all.map(({ id }) => id),
    );
    const tags = tagsOf(all.map(({ id }, index) => [names[index] ?? "", numbers.get(id) ?? 0]));
    const before = store.getState();
    const next = all.map(({ id, target, connection, name: chosen }, index): OpenServer => {
      const name = names[index] as string;
      const isNamed = chosen !== undefined || given.has(id);
      const tag = tags[index] as ServerTag;
      const state = connection?.state.getState() ?? none;
      const known = before[index];
      const isSame =
        known?.id === id &&
        known.name === name &&
        known.isNamed === isNamed &&
        known.tag.text === tag.text &&
        known.tag.number === tag.number &&
        known.target === target &&
        known.connection === connection &&
        known.state === state;
      return isSame ? known : { id, name, isNamed, tag, target, connection, state };
    });
    // a selection or a setting of a server changes nothing here
    const isSame = next.length === before.length && next.every((one, at) => one === before[at]);
    if (!isSame) store.setState(next, true);
  };
  servers.subscribe((now, before) => {
    if (now.open !== before.open) update();
  });
  return toReadable(store);
}

/** The host of a URL, or the command line. */
function addressName(target: Target): string {
  if (target.kind === "stdio" || target.shown !== undefined) return formatTarget(target);
  return URL.canParse(target.url) ? new URL(target.url).host : target.url;
}

/** Numbers names that occur more than once. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name} (${count})`;
    taken.add(free);
    return free;
  });
}

/** Gives each new server the lowest free number, and frees those of closed ones. */
function giveNumbers(numbers: Map<string, number>, ids: readonly string[]): void {
  for (const id of [...numbers.keys()]) if (!ids.includes(id)) numbers.delete(id);
  for (const id of ids) {
    if (numbers.has(id)) continue;
    const taken = new Set(numbers.values());
    let free = 1;
    while (taken.has(free)) free++;
    numbers.set(id, free);
  }
}

/** @param servers the name and the number of each server; those opened first have the shortest texts */
function tagsOf(servers: readonly (readonly [name: string, number: number])[]): ServerTag[] {
  const texts = new Map<number, string>();
  const taken = new Set<string>();
  for (const [name, number] of servers.toSorted(([, one], [, other]) => one - other)) {
    const wanted = tagTexts(name);
    const text = wanted.find((each) => !taken.has(each)) ?? `${wanted[0]}${number}`;
    taken.add(text);
    texts.set(number, text);
  }
  return servers.map(([, number]) => ({ text: texts.get(number) ?? "?", number }));
}

/** Digits of a port that tell two local servers apart, and how many it can have. */
const [fewestDigits, mostDigits] = [2, 5];

/**
 * The marks that a server may have, the best one first: the first letter of a name, the last digits
 * of the port of an address, whose hosts are often the same.
 */
export function tagTexts(name: string): readonly [string, ...string[]] {
  const port = /^(?:https?:\/\/)?[^/\s]+:(\d{2,5})(?=\/|\s|$)/.exec(name)?.[1];
  if (port === undefined) return [/[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? "?"];
  const more = Array.from({ length: mostDigits - fewestDigits }, (_, at) =>
    port.slice(-(fewestDigits + 1 + at)),
  );
  return [port.slice(-fewestDigits), ...more];
}
