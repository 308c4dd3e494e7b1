/** Offers to open a connection again that a reload has ended, and says what has to be entered first. */
import { useStore } from "zustand";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { offerText } from "../../../sessions/messages/restoreMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { isHttpAddress } from "../../store/routes.ts";
import { nothingLost, shownServer } from "../../store/server.ts";

export function RestoreOffer() {
  const { connections, servers } = useStores();
  const { address, lost = nothingLost } = useStore(servers.all, shownServer);
  const { why, next } = offerText(isHttpAddress(address) ? "http" : "stdio", lost);
  return (
    <EmptyState
      title="Not connected after the reload"
      actions={
        <Button variant="primary" onPress={connections.connector.connect}>
          Connect again
        </Button>
      }
    >
      {exactLine(address, 300)}: {why} {next}
    </EmptyState>
  );
}
