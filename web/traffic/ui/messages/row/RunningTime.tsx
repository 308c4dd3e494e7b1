/** How long a row has been going on, or has waited for the user, as it is counted beside the call. */
import { useAllRequests } from "../../../../inbox/hooks/useRequests.ts";
import { formatWait } from "../../../../messages/quantities.ts";
import { useNow } from "../../../../stores/useNow.ts";
import type { RunningSince } from "./runningSince.ts";

export function RunningTime({ at, asks }: RunningSince) {
  const requests = useAllRequests();
  const asked = requests.find(({ input }) => input.seq === asks);
  return formatWait(useNow() - (asked?.receivedAt ?? at));
}
