/** Names the servers of log entries, also of connections that were closed. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { formatTarget } from "../../../shared/config/target.ts";
import type { Entry } from "../../../shared/log/entry.ts";
import { useActiveId, useOpenServers } from "../../servers/hooks/useOpenServers.ts";
import {
  type OpenServer,
  type ServerTag,
  tagTexts,
} from "../../servers/store/connections/openServers.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import type { LogIndex } from "./messages/logIndex.ts";

/** The server of an entry. */
export interface LogServer {
  readonly name: string;
  readonly tag: ServerTag;
}

export interface LogServers {
  /** The server of an entry; undefined if the log does not name one. */
  of(entry: Entry): LogServer | undefined;
  /** Whether the log holds several servers. */
  hasSeveral(): boolean;
  /** Whether a text in lower case names the server of an entry: one exactly, otherwise all with it. */
  isOf(entry: Entry, text: string): boolean;
  /** The active server, if the log holds others as well. */
  active(): LogServer | undefined;
}

export function useLogServers(index: LogIndex): LogServers {
  const open = useOpenServers();
  const activeId = useActiveId();
  const attempts = useStore(useStores().servers.all, (state) => state.attempts);
  return useMemo(
    () => createLogServers(index, { open, attempts, activeId }),
    [index, open, attempts, activeId],
  );
}

interface KnownServers {
  readonly open: readonly Pick<OpenServer, "id" | "name" | "tag" | "target">[];
  /** The server of every attempt of this page to connect, by the attempt's id in the log. */
  readonly attempts: ReadonlyMap<string, string>;
  readonly activeId: string | undefined;
}

/** @param index read when a server is asked for, so that it may grow */
function createLogServers(
  index: Pick<LogIndex, "connections">,
  { open, attempts, activeId }: KnownServers,
): LogServers {
  const found = new Map<string, LogServer>();
  const find = (connectionId: string): LogServer | undefined => {
    const label = index.connections().get(connectionId);
    const serverId = attempts.get(connectionId);
    // an attempt of an earlier page is known by its address only
    const isServer = ({ id, target }: KnownServers["open"][number]) =>
      serverId === undefined ? formatTarget(target) === label : id === serverId;
    return open.find(isServer) ?? (label ? closedServer(label, numberOf(label)) : undefined);
  };
  /** Counts the addresses in the order of the log, after the servers that are open. */
  const numberOf = (label: string) =>
    open.length + 1 + [...new Set(index.connections().values())].indexOf(label);
  const ofConnection = (connectionId: string) => {
    const known = found.get(connectionId) ?? find(connectionId);
    if (known) found.set(connectionId, known);
    return known;
  };
  const names = () => [...index.connections().keys()].map((id) => ofConnection(id)?.name);
  const hasSeveral = () => new Set(names().filter((name) => name !== undefined)).size > 1;
  return {
    of: ({ connectionId }) => ofConnection(connectionId),
    hasSeveral,
    isOf({ connectionId }, text) {
      const name = ofConnection(connectionId)?.name.toLowerCase();
      if (name === undefined) return false;
      const isExact = names().some((other) => other?.toLowerCase() === text);
      const label = index.connections().get(connectionId)?.toLowerCase() ?? "";
      return isExact ? name === text : name.includes(text) || label.includes(text);
    },
    active() {
      const server = open.find(({ id }) => id === activeId);
      return server && hasSeveral() ? server : undefined;
    },
  };
}

/** A server that is no longer open has a star. */
function closedServer(label: string, number: number): LogServer {
  const [text] = tagTexts(label.replace(/^https?:\/\//, ""));
  return { name: label, tag: { text: `${text}*`, number } };
}
