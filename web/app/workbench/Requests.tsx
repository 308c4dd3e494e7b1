/** Lists requests from the server at the place they belong to. */
import { useState } from "react";
import { useStore } from "zustand";
import { elicitationAppUri } from "../../../shared/apps/elicitationApp.ts";
import styles from "../../content/RequestCard.module.css";
import { useRequestsOf } from "../../inbox/hooks/useRequests.ts";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { ApprovedUrls } from "../../inbox/ui/elicitation/ApprovedUrls.tsx";
import { ElicitationRequest } from "../../inbox/ui/elicitation/ElicitationRequest.tsx";
import { UrlsRequired } from "../../inbox/ui/elicitation/UrlsRequired.tsx";
import { formatCount } from "../../messages/quantities.ts";
import { requestKind } from "../../messages/requestMessages.ts";
import { SamplingRequest } from "../../sampling/ui/SamplingRequest.tsx";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";

interface RequestsProps {
  /** The item whose call caused them; undefined for those that no known call caused. */
  readonly itemKey: string | undefined;
}

/** Cards beyond these are one line each until they are opened. */
const openCards = 3;
/** Lines beyond these are counted. */
const shownLines = 20;

export function Requests({ itemKey }: RequestsProps) {
  return (
    <>
      <RequestCards items={useRequestsOf(itemKey)} />
      <ApprovedUrls itemKey={itemKey} />
      {itemKey !== undefined && <UrlsRequired itemKey={itemKey} />}
    </>
  );
}

/** Loaded when a server names an app for a request. */
const ElicitationApp = lazyComponent(
  async () => (await import("../../apps/ui/ElicitationApp.tsx")).ElicitationApp,
);

/** The app that the server names for a form, if the draft is switched on and both have declared it. */
function RequestApp({ item }: { readonly item: InboxItem }) {
  const server = useStore(useStores().servers.all, ({ open }) => open.get(item.serverId));
  const { connection, settings, applied } = server ?? {};
  if (!connection || connection.id !== item.connectionId || item.ended) return null;
  const view = connectedView({ connection, state: connection.state.getState() });
  if (!view) return null;
  // in the modern era, each request declares what the settings say then
  const declared = view.client.session.era().kind === "modern" ? settings : applied;
  const isOn =
    declared?.hasAppElicitation &&
    !declared.actsAs &&
    !declared.withheld.some((name) => name === "apps" || name === "elicitation.form");
  if (!isOn) return null;
  const uri = elicitationAppUri(item.input.params, view.client.agreement.capabilities);
  return uri === undefined ? null : <ElicitationApp view={view} item={item} uri={uri} />;
}

/** The first requests as cards, and a line for each of the others. */
export function RequestCards({ items }: { readonly items: readonly InboxItem[] }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isOpen = ({ key }: InboxItem, index: number) => index < openCards || opened.has(key);
  const open = items.filter(isOpen);
  const lines = items.filter((item, index) => !isOpen(item, index));
  const rest = lines.length - shownLines;
  return (
    <>
      {open.map((item) =>
        item.input.method === "elicitation/create" ? (
          <ElicitationRequest key={item.key} item={item} app={<RequestApp item={item} />} />
        ) : (
          <SamplingRequest key={item.key} item={item} isCompact />
        ),
      )}
      {lines.length > 0 && (
        <ul aria-label="Further requests" className={styles.lines}>
          {lines.slice(0, shownLines).map((item) => (
            <Row as="li" key={item.key} className={styles.line}>
              {requestKind(item.input.method)}
              <span className={styles.server}>from {item.server}</span>
              <Button
                size="small"
                variant="quiet"
                onPress={() => setOpened((before) => new Set(before).add(item.key))}
              >
                Open
              </Button>
            </Row>
          ))}
          {rest > 0 && (
            <Row as="li" className={styles.line}>
              and {formatCount(rest, "other")}
            </Row>
          )}
        </ul>
      )}
    </>
  );
}
