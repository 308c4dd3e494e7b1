/** Says that calls go on only once the user has answered the server. */
import { useStore } from "zustand";
import { useOpenRequest } from "../../../inbox/hooks/useOpenRequest.ts";
import { requestKind } from "../../../messages/requestMessages.ts";
import { useActiveId } from "../../../servers/hooks/useOpenServers.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";

export function WaitingRequest() {
  const { inbox } = useStores();
  const serverId = useActiveId();
  const item = useStore(inbox.requests, (items) =>
    items.find((each) => each.serverId === serverId && !each.ended),
  );
  const { open } = useOpenRequest(item);
  return (
    item && (
      <Notice
        severity="info"
        title="The run waits for your answer"
        actions={
          <Button size="small" onPress={open}>
            Show the request
          </Button>
        }
      >
        {requestKind(item.input.method)} from the server.
      </Notice>
    )
  );
}
