/** The authorization view: each step with its request, response, problems and what the user has to do. */
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useAuthorization } from "../../stores/useAuthorizationProgress.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";
import type { ServerAuthorization } from "../store/authorizations.ts";
import styles from "./AuthorizationView.module.css";
import { FlowHead } from "./FlowHead.tsx";
import { GrantCard } from "./GrantCard.tsx";
import { SettingsForm } from "./settings/SettingsForm.tsx";
import { StepList } from "./steps/StepList.tsx";

export function AuthorizationView() {
  const authorization = useAuthorization();
  return (
    <section aria-label="Authorization" className={styles.view}>
      {authorization === undefined ? (
        <EmptyState icon={KeyRound} title="No HTTP server">
          Authorization is for servers that are reached over HTTP; a command gets its credentials by
          its environment.
        </EmptyState>
      ) : (
        <Loaded key={authorization.key} authorization={authorization} />
      )}
    </section>
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
  return (
    <>
      <FlowHead authorization={authorization} engine={engine} />
      <div className={styles.body}>
        {way !== "headers" && (
          <>
            <GrantCard engine={engine} />
            <StepList engine={engine} form={authorization.form} />
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
