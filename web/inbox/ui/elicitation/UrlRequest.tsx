/** Asks whether the user agrees to open a URL. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import cardStyles from "../../../content/RequestCard.module.css";
import { RequestCard } from "../../../content/RequestCard.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { GuardedButton } from "../../../ui/overlays/GuardedButton.tsx";
import { requestMessageText } from "../../messages/elicitationMessages.ts";
import type { InboxItem } from "../../store/inbox.ts";
import { Refusals } from "./Refusals.tsx";
import { openPage, UrlConsent, webAddress } from "./UrlConsent.tsx";
import { useIsLegacy } from "./useIsLegacy.ts";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#safe-url-handling */
export function UrlRequest({ item }: { readonly item: InboxItem }) {
  const { urls } = useStores().requests.elicitations;
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
