/** The open servers with their lists, each a group that can be folded away. */
import { type ReactNode, type RefObject, useMemo } from "react";
import { prepareQuery } from "../../../../../shared/core/text/fuzzyMatch.ts";
import { useActiveId, useOpenServers } from "../../../hooks/useOpenServers.ts";
import { ServerGroup } from "./ServerGroup.tsx";

interface ServerGroupsProps {
  readonly filter: string;
  readonly onOpen: () => void;
  /** Called with a list when Up is pressed in its first row. */
  readonly onLeaveUp: (list: HTMLElement) => void;
  readonly scroller: RefObject<HTMLElement | null>;
  /** What a server has above its lists. */
  readonly renderAbove?: ((serverId: string) => ReactNode) | undefined;
}

export function ServerGroups({ filter, ...rest }: ServerGroupsProps) {
  const servers = useOpenServers();
  const activeId = useActiveId();
  const words = useMemo(() => prepareQuery(filter), [filter]);
  return servers.map((server, index) => (
    <ServerGroup
      key={server.id}
      server={server}
      place={{ index, count: servers.length }}
      isActive={server.id === activeId}
      words={words}
      {...rest}
    />
  ));
}
