/** What to do where the server does not say where to sign in: let the relay read the whole response, or enter a token. */
import { useState } from "react";
import { useStore } from "zustand";
import type { Flow } from "../../../shared/oauth/flow/flow.ts";
import { isHeaderNamed } from "../../../shared/protocol/headers.ts";
import { useAuthorizedSettings } from "../../servers/hooks/useServerSettings.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { useAuthorization } from "../hooks/useAuthorizationProgress.ts";
import type { AuthorizationFormStore } from "../settings/authorizationForm.ts";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";
import styles from "./NeedPanel.module.css";
import { useObservable } from "./useObservable.ts";

export function NoMetadata({
  engine,
  form,
}: {
  engine: AuthorizationEngine;
  form: AuthorizationFormStore;
}) {
  const { cause } = useObservable(engine.authorization.flow);
  const { settings } = useAuthorizedSettings();
  const serverUrl = useAuthorization()?.serverUrl;
  if (serverUrl === undefined) return null;
  const isOtherOrigin = new URL(serverUrl).origin !== location.origin;
  return (
    <>
      {settings.route === "direct" && isOtherOrigin && mayHideChallenge(cause) && (
        <HiddenChallenge engine={engine} />
      )}
      <EnterToken serverUrl={serverUrl} engine={engine} form={form} />
    </>
  );
}

/** Whether the refused response had no `WWW-Authenticate` that the page can read. */
function mayHideChallenge(cause: Flow["cause"]): boolean {
  return cause?.kind === "refused" && cause.challenge === undefined;
}

function HiddenChallenge({ engine }: { engine: AuthorizationEngine }) {
  const { connections, relay } = useStores();
  const { change } = useAuthorizedSettings();
  const canForward = useStore(
    relay.access.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  const reroute = () => {
    engine.cancel();
    change({ route: "relay" });
    connections.connector.connect();
  };
  return (
    <Notice
      severity="warning"
      title="The browser may hide where to sign in"
      isLive={false}
      actions={
        canForward && (
          <Button variant="primary" onPress={reroute}>
            Connect through the relay
          </Button>
        )
      }
    >
      The 401 response has no WWW-Authenticate that this page can read. Usually the server sends it,
      but does not expose it to other origins (CORS). On the server, send{" "}
      <code>Access-Control-Expose-Headers: WWW-Authenticate</code>.{" "}
      {canForward
        ? "The relay reads the whole response."
        : "Or choose Route Relay: the relay (npx mcp-playground) reads the whole response."}
    </Notice>
  );
}

function EnterToken(props: {
  serverUrl: string;
  engine: AuthorizationEngine;
  form: AuthorizationFormStore;
}) {
  const { serverUrl, engine, form } = props;
  const { connector } = useStores().connections;
  const { settings, change } = useAuthorizedSettings();
  const [typed, setTyped] = useState("");
  const token = typed.trim().replace(/^Bearer\s+/i, "");
  const use = () => {
    const others = settings.headers.filter((header) => !isHeaderNamed(header, "authorization"));
    engine.cancel();
    change({ headers: [["Authorization", `Bearer ${token}`], ...others] });
    form.change({ way: "headers" });
    connector.connect();
  };
  return (
    <form
      className={styles.token}
      onSubmit={(event) => {
        event.preventDefault();
        if (token !== "") use();
      }}
    >
      <TextField
        label="Token"
        description={`Sent to ${new URL(serverUrl).origin} with every request, as Authorization: Bearer. Other headers are under Settings.`}
        type="password"
        isMono
        value={typed}
        onChange={setTyped}
      />
      <Row wraps>
        <Button isDisabled={token === ""} onPress={use}>
          Connect with this token
        </Button>
      </Row>
    </form>
  );
}
