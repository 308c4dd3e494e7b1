/** Finds the cause of a failed request through the relay, at once where the relay may already contact the server. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import { ErrorTextNotice } from "../../../messages/ErrorTextNotice.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { networkCauseText } from "../../messages/networkCauseMessages.ts";
import {
  type NetworkCause as Cause,
  findNetworkCause,
} from "../../store/connections/networkCause.ts";

type NetworkFailure = Extract<Failure, { code: "network" }>;

/** What the page sends first, where the failure does not say. */
const firstRequest = { method: "POST", headers: ["content-type"] };

/** A failed request that was sent directly; the relay tells causes apart that browsers do not. */
export function NetworkCause({ failure }: { failure: NetworkFailure }) {
  const { forwarding, access } = useStores().relay;
  const canForward = useStore(
    access.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  const { url, request = firstRequest } = failure;
  const { origin } = new URL(url);
  const [isAsked, setAsked] = useState(() => forwarding.hasAgreed(origin));
  const [found, setFound] = useState<{ readonly of: NetworkFailure; readonly cause: Cause }>();

  useEffect(() => {
    const relayFetch = isAsked && canForward ? forwarding.available() : undefined;
    if (!relayFetch) return;
    let isCurrent = true;
    const find = async () => {
      // before the time limit, because the user may take time
      if (!(await forwarding.agree(origin))) return setAsked(false);
      const cause = await findNetworkCause(relayFetch, url, request, location.origin);
      if (isCurrent) setFound({ of: failure, cause });
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [failure, url, origin, request, isAsked, canForward, forwarding]);

  if (!canForward) return null;
  if (found?.of === failure)
    return <ErrorTextNotice text={networkCauseText(url, found.cause, location.origin)} />;
  if (isAsked) return <p role="status">The relay looks for the cause…</p>;
  return <Button onPress={() => setAsked(true)}>Find the cause through the relay</Button>;
}
