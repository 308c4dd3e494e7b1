/** Completes the arguments of a prompt or template by asking the server. */
import { useMemo, useRef } from "react";
import { useStore } from "zustand";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import type { Complete } from "../../../form/completion.ts";
import type { ConnectedView } from "../../../servers/store/connections/connection.ts";
import type { Callable } from "../../store/callable.ts";
import { askCompletions, offersCompletions } from "../../store/completions.ts";

/**
 * @param argumentsText the arguments as they are now
 * @returns undefined if the server offers no completions
 */
export function useComplete(
  { connection, client }: ConnectedView,
  { completionRef: ref }: Callable,
  argumentsText: string,
): Complete | undefined {
  const isConnected = useStore(connection.state, ({ kind }) => kind === "connected");
  const latest = useRef(argumentsText);
  latest.current = argumentsText;
  const isOffered = ref !== undefined && isConnected && offersCompletions(client);
  return useMemo(() => {
    if (!isOffered) return undefined;
    return (name, value, signal) => {
      const others = parseJsonObject(latest.current) ?? {};
      return askCompletions(client, { ref, name, value, others }, signal);
    };
  }, [isOffered, client, ref]);
}
