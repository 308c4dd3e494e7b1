/** The rows of requests that wait, each with a link to it; loaded before a request can arrive. */
import { formatCount, formatWait } from "../../messages/quantities.ts";
import { requestKind } from "../../messages/requestMessages.ts";
import { useServerName } from "../../servers/hooks/useOpenServers.ts";
import { useNow } from "../../stores/useNow.ts";
import { RowButton } from "../../ui/lists/RowButton.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { useOpenRequest } from "../hooks/useOpenRequest.ts";
import type { InboxItem } from "../store/inbox.ts";
import styles from "./RequestQueue.module.css";

/** More than these are counted, not listed. */
const shown = 20;

export function RequestRows({ items }: { readonly items: readonly InboxItem[] }) {
  const now = useNow();
  const rest = items.length - shown;
  return (
    <ul aria-label="Requests from servers" className={styles.list}>
      {items.slice(0, shown).map((item) => (
        <Row key={item.key} item={item} now={now} />
      ))}
      {rest > 0 && <li className={styles.rest}>and {formatCount(rest, "other")}</li>}
    </ul>
  );
}

function Row({ item, now }: { readonly item: InboxItem; readonly now: number }) {
  const { selection, open } = useOpenRequest(item);
  const server = useServerName(item.serverId) ?? item.server;
  return (
    <li>
      <RowButton isCompact onPress={open}>
        <span>{requestKind(item.input.method)}</span>
        <Text tone="muted" isCut className={styles.from}>
          {selection ? `${selection.name} · ${server}` : server}
        </Text>
        <Text tone="muted" isNumeric>
          {item.ended ? "ended" : formatWait(now - item.receivedAt)}
        </Text>
      </RowButton>
    </li>
  );
}
