/** Shows the state of the connection in words, then numbers. */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { formatTarget } from "../../../../shared/config/target.ts";
import type { Transport } from "../../../../shared/transport/transport.ts";
import { FailureTitle } from "../../../messages/lazyFailure.tsx";
import type { AuthorizationProgress } from "../../../signIn/store/engineOptions.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useAuthorizationProgress } from "../../../stores/useAuthorizationProgress.ts";
import { useConnection } from "../../../stores/useConnection.ts";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { connectedView } from "../../store/connections/connection.ts";
import styles from "./ConnectionStatus.module.css";

const ServerNumbers = lazyComponent(
  async () => (await import("./ServerNumbers.tsx")).ServerNumbers,
  { preload: "intent" },
);

const transportNames: Readonly<Record<Transport["kind"], string>> = {
  "streamable-http": "Streamable HTTP",
  "http-sse": "HTTP+SSE",
  stdio: "stdio",
};

export function ConnectionStatus() {
  const all = useConnection();
  const { state } = all;
  const view = connectedView(all);
  const progress = useAuthorizationProgress();
  const tap = useTapState(state);
  return (
    <div className={styles.status} data-kind={state.kind}>
      <span className={styles.light} aria-hidden="true" />
      <p role="status" aria-label="Connection" className={styles.words}>
        {tap ?? authorizationText(state, progress) ?? statusText(state)}
      </p>
      {view && (state.kind === "connected" || state.kind === "recorded") && (
        <ServerNumbers view={view} />
      )}
      {state.kind === "connecting" && all.connection?.target.kind === "stdio" && (
        <p className={styles.numbers}>
          <span>starting {formatTarget(all.connection.target)}</span>
        </p>
      )}
    </div>
  );
}

/** Whether another client is connected to the server, which a tap shows. */
function useTapState(state: State): string | undefined {
  const { servers, recordings } = useStores();
  const activeId = useStore(servers.all, (all) => all.activeId) ?? "";
  const opened = useStore(recordings, (all) => all.opened.get(activeId));
  if (opened?.source !== "tap" || state.kind !== "recorded") return undefined;
  return opened.live?.kind === "live" ? "Tap · live" : "Tap · ended";
}

/** An authorization flow that waits for the user takes precedence over the failure behind it. */
function authorizationText(state: State, progress: AuthorizationProgress): string | undefined {
  const { kind } = state;
  // A refused connection is opened again once the flow has a token.
  const isRefused = kind === "failed" && state.failure.code === "not-authorized";
  if (kind !== "connecting" && kind !== "connected" && !isRefused) return undefined;
  if (progress === "needs-person") return "Authorization needed · see Authorization";
  return progress === "running" && kind !== "connected" ? "Authorizing…" : undefined;
}

type State = ReturnType<typeof useConnection>["state"];

function statusText(state: State): ReactNode {
  switch (state.kind) {
    case "none":
    case "closed":
      return "Not connected";
    case "recorded":
      return "Not connected · recording";
    case "connecting":
      return "Connecting…";
    case "connected": {
      const { agreement, transport, initializedFailure } = state.client;
      const words = `Connected · ${agreement.revision} · ${transportNames[transport.kind]}`;
      return initializedFailure ? `${words} · initialized refused` : words;
    }
    case "failed":
    case "lost":
      return (
        <>
          Failed: <FailureTitle failure={state.failure} />
        </>
      );
  }
}
