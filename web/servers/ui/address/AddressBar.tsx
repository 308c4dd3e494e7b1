/** The address bar: which server to connect to, in which revision and by which route. */
import { Plus, RotateCcw, Settings2 } from "lucide-react";
import { type ReactNode, type Ref, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { revisions } from "../../../../shared/mcp/revisions.ts";
import { useMediaQuery } from "../../../platform/useMediaQuery.ts";
import { useAddress, useStores, useView } from "../../../stores/StoresContext.tsx";
import { useConnection } from "../../../stores/useConnection.ts";
import { useAddressedSettings } from "../../../stores/useServerSettings.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { invalidTargetText } from "../../messages/invalidTargetMessages.ts";
import { isOffline } from "../../store/connections/connection.ts";
import { shownServer } from "../../store/server.ts";
import type { ServerSettings } from "../../store/settings.ts";
import styles from "./AddressBar.module.css";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { maskEnvironment } from "./maskEnvironment.ts";
import { RouteControl } from "./RouteControl.tsx";
import { serverChoices } from "./serverChoices.ts";

const ConnectionSettings = lazyComponent(
  async () => (await import("./settings/ConnectionSettings.tsx")).ConnectionSettings,
  { preload: "connected" },
);

const ConfigProblems = lazyComponent(
  async () => (await import("./ConfigProblems.tsx")).ConfigProblems,
  { preload: "connected" },
);

const ProfileProblemNotice = lazyComponent(
  async () => (await import("./ProfileProblemNotice.tsx")).ProfileProblemNotice,
  { preload: "manual" },
);

const ForwardQuestion = lazyComponent(
  async () => (await import("./questions/ForwardQuestion.tsx")).ForwardQuestion,
  {
    preload: "manual",
  },
);

const RedirectQuestion = lazyComponent(
  async () => (await import("./questions/RedirectQuestion.tsx")).RedirectQuestion,
  { preload: "manual" },
);

const SecretsNotice = lazyComponent(
  async () => (await import("./SecretsNotice.tsx")).SecretsNotice,
  {
    preload: "connected",
  },
);

const PendingSettings = lazyComponent(
  async () => (await import("./PendingSettings.tsx")).PendingSettings,
  { preload: "connected" },
);

const PasteProblemText = lazyComponent(
  async () => (await import("./PasteText.tsx")).PasteProblemText,
  { preload: "connected" },
);

const PasteNoteText = lazyComponent(async () => (await import("./PasteText.tsx")).PasteNoteText, {
  preload: "connected",
});

const Questions = lazyComponent(async () => (await import("./questions/Questions.tsx")).Questions, {
  preload: "connected",
});

const revisionChoices = [
  { id: "auto" as const, label: "Auto" },
  ...revisions.map((revision) => ({ id: revision, label: revision })),
];

/**
 * @param props.tools controls at the end of the second line
 * @param props.onAdd makes room for another server
 */
export function AddressBar(props: {
  serverRef: Ref<HTMLInputElement>;
  tools: ReactNode;
  onAdd: () => void;
}) {
  const { connections, servers, relay, persistence, view } = useStores();
  const { addressBar, all, configured } = servers;
  const address = useAddress();
  const invalid = useStore(addressBar, (state) => state.invalid);
  const note = useStore(addressBar, (state) => state.note);
  const question = useStore(connections.questions);
  const { settings, change } = useAddressedSettings();
  const profiles = useStore(servers.profiles, (state) => state.profiles);
  const profileProblem = useStore(servers.profiles, (state) => state.problem);
  const choices = serverChoices(useStore(configured.state), useStore(servers.saved), profiles);
  const hasProblems = useStore(configured.state, ({ problems }) => problems.length > 0);
  const forwardTo = useStore(relay.forwarding.questions, ([first]) => first);
  const redirect = useStore(connections.redirectConsents.questions, ([first]) => first);
  const [takesFocus] = useState(
    () => shownServer(all.getState()).source !== "link" && !persistence.getState().isRestored,
  );
  const isPhone = useMediaQuery("(max-width: 640px)");
  const isSettingsShown = useView((state) => state.isSettingsShown);

  const [isDialogOpen, setDialogOpen] = useState<boolean>();
  // the dialog reads the settings when it is rendered for the first time
  useLayoutEffect(() => {
    if (isSettingsShown === undefined) return;
    setDialogOpen(isSettingsShown);
    if (!isSettingsShown) return;
    maskEnvironment(servers);
  }, [isSettingsShown, servers]);

  const selects = (
    <>
      <RouteControl className={styles.route} />
      <Select<ServerSettings["revision"]>
        label="Protocol revision"
        hideLabel
        choices={revisionChoices}
        value={settings.revision}
        onChange={(chosen) => change({ revision: chosen })}
        className={styles.revision}
      />
    </>
  );
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <ComboBox
          label="Server"
          hideLabel
          isMono
          // A key held down while a link opened the page must not connect to the link's server.
          autoFocus={takesFocus}
          placeholder="http://localhost:3000/mcp or npx -y your-server"
          value={address}
          onChange={all.write}
          onPick={(id) => {
            const server = configured.named(id);
            // The combo box writes the name itself after this handler.
            if (server) setTimeout(() => configured.choose(server));
            else all.write(id);
          }}
          onSubmit={connections.connector.connect}
          onPaste={connections.connector.paste}
          choices={choices}
          errorMessage={
            invalid && (
              <span role="alert">
                {typeof invalid === "string" ? (
                  invalidTargetText(invalid)
                ) : (
                  <PasteProblemText problem={invalid} />
                )}
              </span>
            )
          }
          inputRef={props.serverRef}
          className={styles.server}
        />
        {!isPhone && selects}
        <ConnectionControls />
        <AddServer onPress={props.onAdd} />
      </div>
      <div className={styles.second}>
        <ConnectionStatus />
        <div className={styles.tools}>
          {props.tools}
          <IconButton
            label="Connection options"
            icon={Settings2}
            onHoverStart={ConnectionSettings.preload}
            onFocus={ConnectionSettings.preload}
            onPress={() => view.showSettings(true)}
          />
        </div>
        {isPhone && selects}
      </div>
      {note && <PasteNoteText note={note} />}
      {hasProblems && <ConfigProblems />}
      {profileProblem && <ProfileProblemNotice problem={profileProblem} />}
      <ConnectedNotices />
      {isDialogOpen !== undefined && (
        <ConnectionSettings isOpen={isDialogOpen} onOpenChange={view.showSettings} />
      )}
      {question && <Questions question={question} />}
      {forwardTo !== undefined && <ForwardQuestion key={forwardTo} origin={forwardTo} />}
      {redirect && <RedirectQuestion redirect={redirect} />}
    </div>
  );
}

/** Their code is loaded only once there may be something to show. */
function ConnectedNotices() {
  const { state } = useConnection();
  if (state.kind !== "connected") return null;
  return (
    <>
      <PendingSettings />
      <SecretsNotice />
    </>
  );
}

/**
 * A separate component, so that the rest of the bar does not render when the connection changes.
 */
function ConnectionControls() {
  const { connect, restart, disconnect } = useStores().connections.connector;
  const { connection, state } = useConnection();
  return (
    <>
      {connection?.target.kind === "stdio" && !isOffline(state) && (
        <IconButton
          label="Restart"
          icon={RotateCcw}
          isDisabled={state.kind === "connecting"}
          onPress={() => restart()}
        />
      )}
      <ConnectButton kind={state.kind} onConnect={connect} onEnd={disconnect} />
    </>
  );
}

/** Exists while a server is connected. */
function AddServer({ onPress }: { onPress: () => void }) {
  const { connections } = useStores();
  const isAnyConnected = useStore(connections.open, (servers) =>
    servers.some(({ state }) => state.kind === "connected"),
  );
  return isAnyConnected && <IconButton label="Add server" icon={Plus} onPress={onPress} />;
}

function ConnectButton(props: { kind: string; onConnect: () => void; onEnd: () => void }) {
  switch (props.kind) {
    case "connecting":
      return <Button onPress={props.onEnd}>Cancel</Button>;
    case "connected":
      return <Button onPress={props.onEnd}>Disconnect</Button>;
    default:
      return (
        <Button variant="primary" onPress={props.onConnect}>
          Connect
        </Button>
      );
  }
}
