/** Offers to open a connection again that a reload has ended, and says what has to be entered first. */
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { useStores } from "../../hooks/StoresContext.tsx";
import { offerText } from "../../messages/recordings/restoreMessages.ts";
import type { RestoreOffer as Offer } from "../../stores/persistence/persistenceStore.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

export function RestoreOffer(offer: Offer) {
  const { connect } = useStores().connections.connector;
  const { why, next } = offerText(offer);
  return (
    <EmptyState
      title="Not connected after the reload"
      actions={
        <Button variant="primary" onPress={connect}>
          Connect again
        </Button>
      }
    >
      {exactLine(offer.address, 300)}: {why} {next}
    </EmptyState>
  );
}
