/** The heading of a server in the explorer: folds its lists, makes it the active one, renames it. */
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useStore } from "zustand";
import { formatTarget } from "../../../../../shared/config/target.ts";
import { useServerIcon } from "../../../../content/useServerIcon.ts";
import { formatCount } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { ServerBadge } from "../../../../ui/lists/ServerBadge.tsx";
import { VisuallyHidden } from "../../../../ui/VisuallyHidden.tsx";
import { useServerCondition } from "../../../hooks/useServerCondition.ts";
import { conditionText } from "../../../messages/conditionMessages.ts";
import { missingStream, type ServerCondition } from "../../../store/connections/condition.ts";
import { connectedView } from "../../../store/connections/connection.ts";
import type { OpenServer } from "../../../store/connections/openServers.ts";
import { ConditionLight } from "../../ConditionLight.tsx";
import { GroupMenu } from "./GroupMenu.tsx";
import styles from "./ServerGroup.module.css";

interface GroupHeaderProps {
  readonly server: OpenServer;
  readonly place: { readonly index: number; readonly count: number };
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly bodyId: string;
}

export function GroupHeader(props: GroupHeaderProps) {
  const { server, place, isActive, isOpen, onToggle, bodyId } = props;
  const { id, name } = server;
  const { servers, view } = useStores();
  const { all } = servers;
  const [isRenaming, setRenaming] = useState(false);
  const title = useRef<HTMLButtonElement>(null);
  const waiting = useWaiting(id);
  const condition = useServerCondition(server);

  const show = () => {
    if (isActive) all.select(undefined);
    else all.activate(id);
    view.showPane(condition.kind === "tap" ? "tap" : "item");
  };
  const move = (by: number) => all.move(id, place.index + by);
  const moveByKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey || !event.shiftKey) return;
    event.preventDefault();
    move(by);
  };
  const stopRenaming = () => {
    setRenaming(false);
    requestAnimationFrame(() => title.current?.focus());
  };

  return (
    <div className={styles.header} data-kind={condition.kind} data-active={isActive || undefined}>
      <button
        type="button"
        aria-label={`Lists of ${name}`}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        className={styles.toggle}
        onClick={onToggle}
      >
        <ChevronRight aria-hidden="true" className={styles.chevron} />
      </button>
      {isRenaming ? (
        <Rename
          name={name}
          onDone={(renamed) => {
            if (renamed !== undefined) all.rename(id, renamed);
            stopRenaming();
          }}
        />
      ) : (
        <button
          ref={title}
          type="button"
          aria-current={isActive || undefined}
          className={styles.title}
          title={`${name} · ${formatTarget(server.target)} · ${conditionText(condition)}`}
          onClick={show}
          onKeyDown={moveByKey}
        >
          <ServerIcon server={server} isAlone={place.count === 1} />
          <span className={styles.name}>{name}</span>
          <span className={styles.state}>
            <ConditionLight condition={condition} />
            {waiting ?? <ConditionWords condition={condition} />}
          </span>
        </button>
      )}
      <GroupMenu server={server} place={place} onMove={move} onRename={() => setRenaming(true)} />
    </div>
  );
}

/** As much of the text as there is room for beside the name; the light alone says "Connected". */
function ConditionWords({ condition }: { condition: ServerCondition }) {
  const text = conditionText(condition);
  const parts = text.split(" · ");
  const isTapping = condition.kind === "tap" && condition.isLive;
  const shorter: Partial<Record<ServerCondition["kind"], string | undefined>> = {
    connected: missingStream(condition) ? "reconnecting" : "",
    lost: parts[0],
    recording: parts.at(-1),
    tap: isTapping ? "" : parts.at(-1),
  };
  const shown = shorter[condition.kind];
  if (shown === undefined) return text;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}

/** The calls in progress at a server, if any. */
function useWaiting(serverId: string): string | undefined {
  const { inbox, calls } = useStores();
  const asked = useStore(
    inbox.requests,
    (items) => items.filter((item) => item.serverId === serverId && !item.ended).length,
  );
  const running = useStore(
    calls.runs,
    (all) =>
      [...(all.get(serverId)?.values() ?? [])].flat().filter(({ kind }) => kind === "running")
        .length,
  );
  if (asked > 0) return formatCount(asked, "request");
  return running > 0 ? formatCount(running, "call") : undefined;
}

/** With several servers, the badge that its rows in Traffic have is beside the icon. */
function ServerIcon({ server, isAlone }: { server: OpenServer; isAlone: boolean }) {
  const info = connectedView(server)?.client.agreement.serverInfo;
  const source = useServerIcon(info);
  const { tag } = server;
  return (
    <>
      {source !== undefined && <img src={source} alt="" className={styles.icon} />}
      {isAlone && source === undefined && (
        <span aria-hidden="true" className={styles.monogram}>
          {tag.text}
        </span>
      )}
      {!isAlone && (
        <span aria-hidden="true">
          <ServerBadge {...tag} name="" />
        </span>
      )}
    </>
  );
}

/** Enter and leaving the field rename, Escape does not. */
function Rename(props: { name: string; onDone: (name: string | undefined) => void }) {
  const [text, setText] = useState(props.name);
  return (
    <TextField
      label="Name of the server"
      hideLabel
      autoFocus
      value={text}
      onChange={setText}
      onBlur={() => props.onDone(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter") props.onDone(text);
        else if (event.key === "Escape") props.onDone(undefined);
        else event.continuePropagation();
      }}
      className={styles.rename}
    />
  );
}
