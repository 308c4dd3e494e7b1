/** The authorization view: each step with its request, response, problems and what the user has to do. */
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { useAuthorization } from "../hooks/useAuthorizationProgress.ts";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";
import type { ServerAuthorization } from "../store/authorizations.ts";
import styles from "./AuthorizationView.module.css";
import { FlowDiagram } from "./FlowDiagram.tsx";
import { FlowHead } from "./FlowHead.tsx";
import { GrantCard } from "./GrantCard.tsx";
import { Remember } from "./Remember.tsx";
import { SettingsForm } from "./settings/SettingsForm.tsx";
import { StepList } from "./steps/StepList.tsx";
import { useObservable } from "./useObservable.ts";

export function AuthorizationView() {
  const authorization = useAuthorization();
  return (
    <Stack as="section" gap={0} aria-label="Authorization" className={styles.view}>
      {authorization === undefined ? (
        <EmptyState icon={KeyRound} title="No HTTP server">
          A command gets its credentials from its environment.
        </EmptyState>
      ) : (
        <Loaded key={authorization.key} authorization={authorization} />
      )}
    </Stack>
  );
}

function Loaded({ authorization }: { authorization: ServerAuthorization }) {
  const engine = useStore(authorization.engine);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    authorization
      .load()
      // Remembered credentials are shown immediately.
      .then((loaded) => loaded.authorization.prepare())
      .catch((error: unknown) => setProblem(String(error)));
  }, [authorization]);
  if (problem !== undefined) {
    return (
      <Notice severity="error" title="Authorization could not be loaded">
        {problem}. Reload the page.
      </Notice>
    );
  }
  return engine ? <Whole authorization={authorization} engine={engine} /> : null;
}

function Whole(props: { authorization: ServerAuthorization; engine: AuthorizationEngine }) {
  const { authorization, engine } = props;
  const way = useStore(authorization.form, (form) => form.way);
  const flow = useObservable(engine.authorization.flow);
  return (
    <>
      <FlowHead authorization={authorization} engine={engine} />
      <div className={styles.body}>
        {way !== "headers" && (
          <>
            {/* before a refusal there are no steps to show */}
            {flow.state !== "idle" && (
              <FlowDiagram flow={flow} serverUrl={authorization.serverUrl} />
            )}
            <GrantCard engine={engine} />
            {flow.state !== "idle" && <StepList engine={engine} form={authorization.form} />}
            <Remember engine={engine} />
          </>
        )}
        <Disclosure
          title="Settings"
          level={2}
          startsOpen={way !== "authorization-code"}
          className={styles.settings}
        >
          <SettingsForm form={authorization.form} engine={engine} />
        </Disclosure>
      </div>
    </>
  );
}
