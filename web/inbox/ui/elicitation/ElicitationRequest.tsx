/** Answers an elicitation request: a form to fill in, or a URL to visit. */

import type { ReactNode } from "react";
import { useStore } from "zustand";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import cardStyles from "../../../content/RequestCard.module.css";
import { RequestCard } from "../../../content/RequestCard.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { GuardedButton } from "../../../ui/overlays/GuardedButton.tsx";
import { requestMessageText } from "../../messages/elicitationMessages.ts";
import type { InboxItem } from "../../store/inbox.ts";
import { FormRequest } from "./FormRequest.tsx";
import { Refusals } from "./Refusals.tsx";
import { openPage, UrlConsent, webAddress } from "./UrlConsent.tsx";

interface ElicitationRequestProps {
  readonly item: InboxItem;
  /** The app that the server names for it; shown above the form. */
  readonly app?: ReactNode;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation */
export function ElicitationRequest({ item, app }: ElicitationRequestProps) {
  const isUrl = getOwn(item.input.params, "mode") === "url";
  return isUrl ? <UrlRequest item={item} /> : <FormRequest item={item} app={app} />;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#safe-url-handling */
function UrlRequest({ item }: { readonly item: InboxItem }) {
  const { urls } = useStores().inbox.elicitations;
  const isLegacy = useIsLegacy(item.serverId);
  const { params } = item.input;
  const url = getOwn(params, "url");
  const elicitationId = getOwn(params, "elicitationId");
  const address = webAddress(url);
  const approve = () => {
    if (!address) return;
    openPage(address);
    // in the modern era there is no further message about it: the call itself continues
    if (isLegacy && typeof elicitationId === "string") {
      urls.approve({ item, url: address.href, elicitationId });
    }
    item.answer({ kind: "result", text: '{"action":"accept"}' });
  };
  return (
    <RequestCard
      title="Elicitation request"
      item={item}
      actions={
        <>
          <GuardedButton variant="primary" isDisabled={!address} onPress={approve}>
            Approve
          </GuardedButton>
          <Refusals item={item} />
        </>
      }
    >
      <p dir="auto" className={cardStyles.message}>
        {requestMessageText(getOwn(params, "message"))}
      </p>
      <UrlConsent url={url} />
    </RequestCard>
  );
}

/** Whether a server speaks a revision of the legacy era. */
function useIsLegacy(serverId: string): boolean {
  return useStore(useStores().servers.all, ({ open }) => {
    const state = open.get(serverId)?.connection?.state.getState();
    return state !== undefined && "client" in state && state.client.session.era().kind === "legacy";
  });
}
