/** Leads through the URLs that a server wants to be visited before it accepts a call (error -32042). */
import { useId } from "react";
import { useStore } from "zustand";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { runOf } from "../../../calls/store/runs.ts";
import cardStyles from "../../../content/RequestCard.module.css";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { GuardedButton } from "../../../ui/overlays/GuardedButton.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { requestMessageText } from "../../messages/elicitationMessages.ts";
import { isComplete, requiredUrlKey } from "../../store/elicitation/urlElicitations.ts";
import styles from "./Elicitation.module.css";
import { openPage, UrlConsent, webAddress } from "./UrlConsent.tsx";

const urlElicitationRequired = -32042;

/** More than these are counted, not listed. */
const maximumListed = 20;

/**
 * Nothing unless the newest call of the item failed with that error.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export function UrlsRequired({ itemKey }: { readonly itemKey: string }) {
  const view = connectedView(useConnection());
  const { runs, invoke } = useStores().calls;
  const serverId = view?.connection.serverId ?? "";
  const run = useStore(runs, (state) => runOf(state, serverId, itemKey));
  if (!view || run?.kind !== "done" || run.outcome.kind !== "error") return null;
  const { code, data } = run.outcome.error;
  if (code !== urlElicitationRequired) return null;
  const listed = getOwn(data, "elicitations");
  const { title, name } = view.client.agreement.serverInfo;
  return (
    <Card
      seq={run.seq}
      serverId={serverId}
      elicitations={Array.isArray(listed) ? listed : []}
      server={title ?? name}
      onRetry={run.text === undefined ? undefined : () => void invoke.repeat(view, itemKey)}
    />
  );
}

interface CardProps {
  /** The log entry of the call. */
  readonly seq: number;
  readonly serverId: string;
  readonly elicitations: readonly unknown[];
  readonly server: string;
  /** Undefined where the call cannot be repeated. */
  readonly onRetry: (() => void) | undefined;
}

function Card({ seq, serverId, elicitations, server, onRetry }: CardProps) {
  const { urls } = useStores().inbox.elicitations;
  const state = useStore(urls);
  const headingId = useId();
  const isDone = (one: unknown) => isComplete(state, serverId, idOf(one));
  const areDone = elicitations.length > 0 && elicitations.every(isDone);
  const rest = elicitations.length - maximumListed;
  return (
    <section aria-labelledby={headingId} className={cardStyles.request}>
      <header className={cardStyles.header}>
        <h3 id={headingId} className={cardStyles.heading}>
          URL elicitation required
        </h3>
        <span className={cardStyles.server}>from {exactLine(server, 80)}</span>
      </header>
      <div className={cardStyles.body}>
        <p className={styles.paragraph}>
          {elicitations.length === 0
            ? "The call failed because something has to be done in a browser first, but the error lists no URL."
            : "The call failed because something has to be done in a browser first. Open what is listed, then retry the call."}
        </p>
        {elicitations.slice(0, maximumListed).map((one, index) => (
          <RequiredUrl
            key={requiredUrlKey(seq, index)}
            elicitation={one}
            isDone={isDone(one)}
            isOpened={state.opened.get(serverId)?.has(requiredUrlKey(seq, index)) ?? false}
            onOpen={() => urls.open(serverId, requiredUrlKey(seq, index))}
          />
        ))}
        {rest > 0 && (
          <p className={styles.note}>and {rest.toLocaleString("en")} more in the error</p>
        )}
        {areDone && (
          <Notice severity="info" title="Everything is complete">
            {exactLine(server, 80)} reports that nothing more is to be done. Retry the call.
          </Notice>
        )}
      </div>
      <div className={cardStyles.foot}>
        <Button
          variant={areDone ? "primary" : "default"}
          isDisabled={onRetry === undefined}
          onPress={() => onRetry?.()}
        >
          Retry the call
        </Button>
      </div>
    </section>
  );
}

interface RequiredUrlProps {
  readonly elicitation: unknown;
  readonly isDone: boolean;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

function RequiredUrl({ elicitation, isDone, isOpened, onOpen }: RequiredUrlProps) {
  const messageId = useId();
  const url = getOwn(elicitation, "url");
  const address = webAddress(url);
  const open = () => {
    if (!address) return;
    openPage(address);
    onOpen();
  };
  return (
    <Stack role="group" aria-labelledby={messageId} className={styles.required}>
      <p id={messageId} dir="auto" className={cardStyles.message}>
        {requestMessageText(getOwn(elicitation, "message"))}
      </p>
      <UrlConsent url={url} />
      <Row wraps className={styles.state}>
        <GuardedButton size="small" isDisabled={!address} onPress={open}>
          Approve
        </GuardedButton>
        <span role="status">
          {isDone ? "Completed" : isOpened ? "Opened, waiting for completion" : ""}
        </span>
      </Row>
    </Stack>
  );
}

function idOf(elicitation: unknown): string | undefined {
  const id = getOwn(elicitation, "elicitationId");
  return typeof id === "string" ? id : undefined;
}
