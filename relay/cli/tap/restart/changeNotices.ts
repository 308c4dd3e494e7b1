/** Tells a client which lists differ after a restart. */
import { type JsonObject, membersOf } from "../../../../shared/core/json/jsonObject.ts";
import type { ListedChange } from "../../../../shared/log/entry.ts";
import { listenMethod, type TappedSession } from "./tappedSession.ts";

interface Notice {
  readonly method: string;
  readonly params?: JsonObject;
}

/** On the streams that ask for it, or to a client with a handshake directly. */
export function changeNotices(
  changes: readonly ListedChange[],
  { hello, requests }: Pick<TappedSession, "hello" | "requests">,
): readonly Notice[] {
  return [...new Set(changes.map(({ kind }) => kind))].flatMap((kind) => {
    const method = `notifications/${kind}/list_changed`;
    const streams = [...requests.values()].filter(({ method: asked, text }) => {
      if (asked !== listenMethod) return false;
      const { notifications } = membersOf(membersOf(JSON.parse(text)).params);
      return membersOf(notifications)[`${kind}ListChanged`] === true;
    });
    const onStreams = streams.map(({ id }) => ({
      method,
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": id } },
    }));
    return hello ? [{ method }, ...onStreams] : onStreams;
  });
}
