/** Shows the state of the flow and its buttons. */
import { KeyRound, LogIn, Stethoscope, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { exactUrl } from "../../../shared/core/text/exactText.ts";
import type { Grant } from "../../../shared/oauth/authorizationStores.ts";
import type { Flow } from "../../../shared/oauth/flow/flow.ts";
import { HostRemarks } from "../../content/HostRemarks.tsx";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { activeConnection, authorizedServer } from "../../servers/store/server.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { causeText } from "../messages/authorizationMessages.ts";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";
import type { RedirectState } from "../store/authorizationRedirects.ts";
import type { ServerAuthorization } from "../store/authorizations.ts";
import styles from "./FlowHead.module.css";
import { useObservable } from "./useObservable.ts";

export function FlowHead(props: {
  authorization: ServerAuthorization;
  engine: AuthorizationEngine;
}) {
  const { authorization: server, engine } = props;
  const { authorization, redirects } = engine;
  const { connections, doctor, servers } = useStores();
  const refused = useRefusedConnection();
  const flow = useObservable(authorization.flow);
  const grant = useObservable(authorization.grant);
  const visit = useStore(redirects.state);
  const way = useStore(server.form, (form) => form.way);
  const isStepwise = useStore(server.form, (form) => form.isStepwise);
  const isRunning = flow.state === "running";
  const isAway = visit.kind === "away";
  const canLeave = visit.kind === "blocked" && visit.canLeave;
  const isRestful = grant !== undefined && visit.kind === "none";
  const pressed = useRef(false);

  // Browsers allow the window only during a click: a new one, or the one that started the flow.
  useEffect(() => {
    if (visit.kind !== "ready" || !pressed.current) return;
    pressed.current = false;
    if (navigator.userActivation?.isActive) redirects.open();
  }, [visit, redirects]);

  const begin = async () => {
    pressed.current = !isStepwise;
    const shown = authorizedServer(servers.all.getState());
    if (shown) server.actFor(shown.server.id);
    const end = await authorization.authorize({ stepwise: isStepwise });
    const state = activeConnection(servers.all.getState())?.state.getState().kind;
    if (end === undefined && state !== "connected" && state !== "connecting")
      connections.connector.connect();
  };

  return (
    <Stack as="header" className={styles.head}>
      <Stack gap={1}>
        <h2 className={styles.server}>{exactUrl(server.serverUrl)}</h2>
        <p role="status" aria-label="Authorization state" className={styles.state}>
          {way === "headers" ? headersText : flowText(flow, grant, visit)}
        </p>
        {visit.kind === "ready" && <HostRemarks url={new URL(visit.visit.url)} />}
      </Stack>
      {way !== "headers" && (
        <Row wraps>
          {canLeave && (
            <Button variant="primary" icon={LogIn} onPress={() => void redirects.leave()}>
              Continue in this tab
            </Button>
          )}
          {(!isRunning || visit.kind !== "none") && (
            <Button
              variant={isAway || isRestful || canLeave ? "default" : "primary"}
              icon={KeyRound}
              onPress={visit.kind === "none" ? begin : redirects.open}
            >
              Authorize
            </Button>
          )}
          {(isRunning || isAway) && (
            <Button icon={X} onPress={engine.cancel}>
              Cancel authorization
            </Button>
          )}
          {(grant || isRegistered(flow)) && !isRunning && (
            <Button onPress={() => void authorization.forget()}>Forget credentials</Button>
          )}
          {refused && !isRunning && (
            <Button icon={Stethoscope} onPress={() => void doctor.diagnose(refused, false)}>
              Diagnose
            </Button>
          )}
          <Switch
            label="Step by step"
            isSelected={isStepwise}
            onChange={(next) => server.form.change({ isStepwise: next })}
            className={styles.stepwise}
          />
        </Row>
      )}
    </Stack>
  );
}

/** The connection that failed for lack of authorization. */
function useRefusedConnection(): Connection | undefined {
  const { connection, state } = useConnection();
  const isRefused = state.kind === "failed" && state.failure.code === "not-authorized";
  return isRefused ? connection : undefined;
}

const cannotLeaveText =
  "The browser blocked the pop-up window, and it cannot encrypt what this tab would have to store during the sign-in (it has no IndexedDB or no WebCrypto). Allow pop-ups for this page, and press Authorize.";

const headersText = "The headers under Settings are sent as they are; no flow is run.";

function flowText(flow: Flow, grant: Grant | undefined, visit: RedirectState): string {
  switch (visit.kind) {
    case "ready":
      return `Press Authorize: a window opens at ${hostOf(visit.visit.url)}.`;
    case "blocked":
      if (!visit.canLeave) return cannotLeaveText;
      return "The browser blocked the pop-up window. Continue in this tab, which is restored when you return, or allow pop-ups.";
    case "away":
      return visit.isClosed
        ? `The window at ${hostOf(visit.visit.url)} seems to be closed. Press Authorize to open it again.`
        : `Waiting for you at ${hostOf(visit.visit.url)}.`;
    case "none": {
      const words = restText(flow, grant);
      const { left } = visit;
      return left === undefined ? words : `${words} You can close the window at ${hostOf(left)}.`;
    }
  }
}

/** The text shown while no sign-in is open. */
function restText(flow: Flow, grant: Grant | undefined): string {
  if (flow.state === "running") {
    const needs = flow.steps.some((step) => step.state.kind === "needs");
    return needs ? "Your input is needed: see the step below." : "In progress.";
  }
  const failed = flow.steps.find((step) => step.state.kind === "failed")?.state;
  if (failed?.kind === "failed") {
    if (failed.problem.code === "cancelled") return "Cancelled.";
    const refused =
      flow.cause?.kind === "refused" ? `The server answered ${flow.cause.status}. ` : "";
    return (
      refused +
      (isGuessed(flow) ? guessedText : "No token was obtained. The failed step shows why.")
    );
  }
  if (grant) return flow.cause ? `Authorized ${causeText(flow.cause)}.` : "Authorized.";
  return "Starts by itself when the server requires it.";
}

/** Whether a client registration is stored. */
function isRegistered({ steps }: Flow): boolean {
  return steps.some(({ choices }) => choices.some(({ what }) => what === "registration"));
}

/** Whether no metadata named the authorization server, so that default endpoints were tried. */
function isGuessed({ steps }: Flow): boolean {
  return steps.some(({ choices }) =>
    choices.some(({ because }) => because === "default-endpoints"),
  );
}

const guessedText =
  "It names no authorization server, and the default endpoints do not work. If it expects an API key or a token, enter it in the step below.";

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
