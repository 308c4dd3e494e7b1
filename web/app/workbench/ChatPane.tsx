/** Chat, with the requests of servers that its calls cause, and the apps of their tools. */
import { useState } from "react";
import { useStore } from "zustand";
import { readAppTool } from "../../../shared/apps/appTool.ts";
import type { AppConversation } from "../../apps/store/runningAppTypes.ts";
import { callsOf } from "../../calls/store/calls.ts";
import { itemKey } from "../../calls/store/drafts.ts";
import { isGoodResult } from "../../calls/store/run.ts";
import type { Chats } from "../../chat/store/chats.ts";
import type { ChatCall } from "../../chat/store/conversation.ts";
import { ChatView } from "../../chat/ui/ChatView.tsx";
import { useAllRequests } from "../../inbox/hooks/useRequests.ts";
import { useSettingsOf } from "../../servers/hooks/useServerSettings.ts";
import { findItem } from "../../servers/store/catalog/queries.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { RequestCards } from "./Requests.tsx";
import { ResultApp } from "./SelectedItem.tsx";

export function ChatPane() {
  return (
    <ChatView
      requests={<RequestCards items={useAllRequests()} />}
      renderApp={(chats, conversationId, { tool, seq }) =>
        tool &&
        seq !== undefined && (
          <CallApp chats={chats} conversationId={conversationId} tool={tool} seq={seq} />
        )
      }
    />
  );
}

interface CallAppProps {
  readonly chats: Chats;
  readonly conversationId: string;
  readonly tool: NonNullable<ChatCall["tool"]>;
  /** The request of the call in the log. */
  readonly seq: number;
}

/** The app that shows the result of a call; nothing if its tool has none, or its server is gone. */
function CallApp({ chats, conversationId, tool: { serverId, name }, seq }: CallAppProps) {
  const { apps, connections, calls } = useStores();
  const { settings } = useSettingsOf(serverId);
  const [chosen, choose] = useState<boolean>();
  const server = useStore(connections.open, (servers) => servers.find(({ id }) => id === serverId));
  const view = server?.state.kind === "connected" ? connectedView(server) : undefined;
  const item = view && findItem(view, { kind: "tool", name });
  const key = itemKey({ kind: "tool", name });
  const run = useStore(calls.runs, (all) =>
    callsOf(all, serverId, key).find((one) => one.seq === seq),
  );
  const uri = item && readAppTool(item.raw).resourceUri;
  if (!view || !item || uri === undefined || run?.kind !== "done") return null;
  if (settings.withheld.includes("apps")) return null;
  const conversation: AppConversation = {
    id: conversationId,
    add(kind, blocks) {
      chats.conversations.addContent(conversationId, { kind, serverId, tool: name, blocks });
      // while a turn runs, it waits above the field for the next message
      if (kind === "message") void chats.send(conversationId, "");
    },
  };
  const isShown = chosen ?? (isGoodResult(run) && !settings.toolsWithoutApp.includes(name));
  const toggle = () => {
    if (isShown) apps.end((call) => call.conversationId === conversationId && call.seq === seq);
    choose(!isShown);
  };
  return (
    <>
      <Row>
        <Button size="small" aria-expanded={isShown} onPress={toggle}>
          {isShown ? "Close app" : "Show app"}
        </Button>
      </Row>
      {isShown && (
        <ResultApp
          key={uri}
          view={view}
          item={item}
          done={run}
          uri={uri}
          conversation={conversation}
        />
      )}
    </>
  );
}
