/** Chat, with the requests of servers that its calls cause. */
import { ChatView } from "../../chat/ui/ChatView.tsx";
import { useAllRequests } from "../../stores/useRequests.ts";
import { RequestCards } from "./Requests.tsx";

export function ChatPane() {
  return <ChatView requests={<RequestCards items={useAllRequests()} />} />;
}
