/** Answers requests for what a recorded server announces, where the recording has no answer. */
import {
  asJsonObject,
  type JsonObject,
  membersOf,
  parseJsonObject,
} from "../../core/json/jsonObject.ts";
import type { JsonRpcId } from "../../protocol/jsonRpc.ts";
import type { Recording } from "../recording.ts";
import type { RecordedAnswer } from "./recordedSteps.ts";

interface AnnouncedAnswer {
  /** The JSON texts to send. */
  readonly texts: readonly string[];
  /** Whether the request stays open: it is a subscription, to which nothing more is sent. */
  readonly isOpen: boolean;
}

/** @returns undefined if the server does not announce the method */
type AnnouncedAnswers = (
  id: JsonRpcId,
  method: string,
  isRecorded: boolean,
) => AnnouncedAnswer | undefined;

/** The lists of each capability, and the member of their results. */
const lists: Readonly<Record<string, readonly [capability: string, member: string]>> = {
  "tools/list": ["tools", "tools"],
  "prompts/list": ["prompts", "prompts"],
  "resources/list": ["resources", "resources"],
  "resources/templates/list": ["resources", "resourceTemplates"],
};

/**
 * Clients ask for what is announced, and official ones end the connection when that is refused: log
 * levels and subscriptions are accepted without effect, completions and lists are empty.
 */
export function announcedAnswers(
  recording: Recording,
  recorded: readonly RecordedAnswer[],
): AnnouncedAnswers {
  const [hello] = recorded.flatMap(({ method, text }) => {
    const { capabilities } = membersOf(parseJsonObject(text)?.result);
    return capabilities === undefined ? [] : [{ method, capabilities }];
  });
  const isModern = hello?.method === "server/discover";
  const capabilities: JsonObject =
    asJsonObject(hello?.capabilities) ?? recording.connections?.[0]?.capabilities ?? {};
  const isAnnounced = (name: string) => capabilities[name] !== undefined;

  const resultOf = (method: string, isRecorded: boolean): JsonObject | undefined => {
    switch (method) {
      case "ping":
        return {};
      case "logging/setLevel":
        return isAnnounced("logging") ? {} : undefined;
      case "resources/subscribe":
      case "resources/unsubscribe":
        return membersOf(capabilities.resources).subscribe === true ? {} : undefined;
      case "completion/complete":
        return isAnnounced("completions") ? { completion: { values: [] } } : undefined;
    }
    const [capability, member] = lists[method] ?? [];
    // other pages of a recorded list are not empty
    if (!capability || !member || isRecorded || !isAnnounced(capability)) return undefined;
    return { [member]: [], ...(isModern && { ttlMs: 0, cacheScope: "private" }) };
  };

  return (id, method, isRecorded) => {
    const message = (rest: object) => JSON.stringify({ jsonrpc: "2.0", ...rest });
    if (isModern && method === "subscriptions/listen") {
      const params = {
        notifications: {},
        _meta: { "io.modelcontextprotocol/subscriptionId": id },
      };
      const acknowledged = { method: "notifications/subscriptions/acknowledged", params };
      return { texts: [message(acknowledged)], isOpen: true };
    }
    const result = resultOf(method, isRecorded);
    return (
      result && {
        texts: [message({ id, result: isModern ? { resultType: "complete", ...result } : result })],
        isOpen: false,
      }
    );
  };
}
