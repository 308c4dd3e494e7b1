/**
 * The header: which server to connect to, in which revision and by which route, the state of the
 * connection, and the tools of the page. On the start page its field is large and in the middle.
 */
import { Ellipsis, Plus, RotateCcw, SlidersHorizontal } from "lucide-react";
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { formatTarget, parseTarget } from "../../../../shared/config/target.ts";
import { revisions } from "../../../../shared/protocol/revisions.ts";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import type { Stores } from "../../../stores/stores.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { ServerBadge } from "../../../ui/lists/ServerBadge.tsx";
import { useMoveFrom } from "../../../ui/primitives/useMoveFrom.ts";
import { useConnection } from "../../hooks/useConnection.ts";
import { useActiveId, useOpenServers } from "../../hooks/useOpenServers.ts";
import { useShownCondition } from "../../hooks/useServerCondition.ts";
import { useAddressedSettings } from "../../hooks/useServerSettings.ts";
import { useAddress } from "../../hooks/useShownServer.ts";
import { invalidTargetText } from "../../messages/invalidTargetMessages.ts";
import type { ServerCondition } from "../../store/connections/condition.ts";
import {
  type ConnectionView,
  canDisconnect,
  connectedView,
  isOffline,
} from "../../store/connections/connection.ts";
import { activeServer, addressedServer, hasNewAddress, shownServer } from "../../store/server.ts";
import type { ServerSettings } from "../../store/settings.ts";
import styles from "./AddressBar.module.css";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { RouteControl } from "./RouteControl.tsx";
import { serverChoices } from "./serverChoices.ts";

const ConnectionSettings = lazyComponent(
  async () => (await import("./settings/ConnectionSettings.tsx")).ConnectionSettings,
  { preload: "idle" },
);

const AddressNotices = lazyComponent(
  async () => (await import("./AddressNotices.tsx")).AddressNotices,
  { preload: "idle" },
);

const Recognized = lazyComponent(async () => (await import("./Recognized.tsx")).Recognized, {
  preload: "intent",
});

const FoundServers = lazyComponent(async () => (await import("./Recognized.tsx")).FoundServers);

const PasteProblemText = lazyComponent(
  async () => (await import("./PasteProblemText.tsx")).PasteProblemText,
  { preload: "idle" },
);

const Questions = lazyComponent(async () => (await import("./questions/Questions.tsx")).Questions, {
  preload: "idle",
});

const revisionChoices = [
  { id: "auto" as const, label: "Auto" },
  ...revisions.map((revision) => ({ id: revision, label: revision })),
];

interface AddressBarProps {
  readonly serverRef: Ref<HTMLInputElement>;
  /** What the start page says above the field; undefined on every other page. */
  readonly introduction?: ReactNode;
  /** Buttons for the whole page. */
  readonly tools?: ReactNode;
  /** More of them, which a phone shows on request. */
  readonly rest?: ReactNode;
  /** Stands before the state of the connection. */
  readonly beforeStatus?: ReactNode;
  /** Stands at the end of the line with the state of the connection. */
  readonly afterStatus?: ReactNode;
  /** Opens the start page to add another server. */
  readonly onAdd: () => void;
}

export function AddressBar(props: AddressBarProps) {
  const { connections, servers, persistence, view } = useStores();
  const { addressBar, all, configured } = servers;
  const address = useAddress();
  const invalid = useStore(addressBar, (state) => state.invalid);
  const { settings, change } = useAddressedSettings();
  const profiles = useStore(servers.profiles, (state) => state.profiles);
  const choices = serverChoices(useStore(configured.state), useStore(servers.saved), profiles);
  const hasNotices = useHasNotices();
  const hasQuestion = useHasQuestion();
  const [takesFocus] = useState(
    () => shownServer(all.getState()).source !== "link" && !persistence.getState().isRestored,
  );
  const isSettingsShown = useView((state) => state.isSettingsShown);

  const [isDialogOpen, setDialogOpen] = useState<boolean>();
  // the dialog reads the settings when it is rendered for the first time
  useLayoutEffect(() => {
    if (isSettingsShown === undefined) return;
    setDialogOpen(isSettingsShown);
    if (!isSettingsShown) return;
    maskEnvironment(servers);
  }, [isSettingsShown, servers]);

  const isStart = props.introduction !== undefined;
  // the start page has the choice of a server below its field, other pages have a dialog
  const asked = useStore(connections.questions, (question) =>
    question?.kind === "choose" ? question : undefined,
  );
  const choice = isStart ? asked : undefined;
  const { connect, chooseServer } = connections.connector;
  const box = useRef<HTMLDivElement>(null);
  useMoveFrom(box, isStart);
  // a phone shows the rest of the controls on request
  const [isRestShown, setRestShown] = useState(false);

  return (
    <div
      className={styles.bar}
      data-start={isStart || undefined}
      data-open={isRestShown || undefined}
      data-choice={choice !== undefined || undefined}
    >
      <span className={styles.brand}>
        <Logo />
        {isStart && <span className={styles.name}>MCP Playground</span>}
      </span>
      {props.introduction}
      <div ref={box} className={styles.address}>
        <div className={styles.box}>
          <ActiveBadge />
          <ComboBox
            label="Server"
            hideLabel
            isMono
            // A key held down while a link opened the page must not connect to the link's server.
            autoFocus={takesFocus}
            placeholder="http://localhost:3000/mcp or npx -y your-server"
            value={address}
            onChange={(text, isPasted) => {
              if (choice) chooseServer(undefined);
              all.write(text, isPasted);
            }}
            onPick={(id) => {
              const server = configured.named(id);
              // The combo box writes the name itself after this handler.
              if (server) setTimeout(() => configured.choose(server));
              else all.write(id);
            }}
            onSubmit={() => (choice ? chooseServer(choice.servers[0]) : connect())}
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
        </div>
        <div className={styles.settings}>
          {isStart && (choice || address !== "") && (
            <Recognized
              text={address}
              isSaved={choices.some(({ id }) => id === address)}
              choice={choice}
            />
          )}
          <RouteControl />
          <Select<ServerSettings["revision"]>
            label="Protocol revision"
            hideLabel
            isQuiet
            choices={revisionChoices}
            value={settings.revision}
            onChange={(chosen) => change({ revision: chosen })}
          />
          <Button
            size="small"
            variant="quiet"
            icon={SlidersHorizontal}
            aria-label="Connection options"
            onHoverStart={ConnectionSettings.preload}
            onFocus={ConnectionSettings.preload}
            onPress={() => view.showSettings(true)}
          >
            <span className={styles.words}>Options</span>
          </Button>
        </div>
        {choice && <FoundServers servers={choice.servers} />}
      </div>
      <ConnectionControls />
      <AddServer onPress={props.onAdd} />
      <div className={styles.tools}>
        {props.tools}
        <span className={styles.rest}>{props.rest}</span>
        <IconButton
          label="More controls"
          icon={Ellipsis}
          aria-expanded={isRestShown}
          className={styles.more}
          onPress={() => setRestShown(!isRestShown)}
        />
      </div>
      <div className={styles.second}>
        {props.beforeStatus}
        <ConnectionStatus />
        <div className={styles.end}>{props.afterStatus}</div>
      </div>
      {hasNotices && <AddressNotices />}
      {isDialogOpen !== undefined && (
        <ConnectionSettings isOpen={isDialogOpen} onOpenChange={view.showSettings} />
      )}
      {hasQuestion && !choice && <Questions />}
    </div>
  );
}

/** Whether there may be something to show: the code of the notices is loaded then. */
function useHasNotices(): boolean {
  const { addressBar, configured, profiles } = useStores().servers;
  const hasNote = useStore(addressBar, ({ note }) => note !== undefined);
  const hasProblems = useStore(configured.state, ({ problems }) => problems.length > 0);
  const hasProfileProblem = useStore(profiles, ({ problem }) => problem !== undefined);
  const { state } = useConnection();
  return hasNote || hasProblems || hasProfileProblem || state.kind === "connected";
}

function useHasQuestion(): boolean {
  const { connections, relay } = useStores();
  const isAsked = useStore(connections.questions, (question) => question !== undefined);
  const isForwarded = useStore(relay.forwarding.questions, ({ length }) => length > 0);
  const isRedirected = useStore(connections.redirectConsents.questions, ({ length }) => length > 0);
  return isAsked || isForwarded || isRedirected;
}

/** The letter of the server that the field names; with one server too, as in the explorer. */
function ActiveBadge() {
  const { servers } = useStores();
  const activeId = useActiveId();
  const isEntering = useStore(servers.all, (state) => state.isEntering);
  const server = useOpenServers().find(({ id }) => id === activeId);
  if (!server || isEntering) return null;
  return (
    <span aria-hidden="true" className={styles.badge}>
      <ServerBadge {...server.tag} name="" />
    </span>
  );
}

/**
 * A separate component, so that the rest of the bar does not render when the connection changes.
 */
function ConnectionControls() {
  const { connections, servers, sessions } = useStores();
  const { connect, restart, disconnect } = connections.connector;
  const { recordings } = sessions;
  const { connection, state } = useConnection();
  const condition = useShownCondition();
  const isOther = useStore(servers.all, (all) => {
    const server = activeServer(all);
    return server !== undefined && hasNewAddress(server);
  });
  const isCommand = connection?.target.kind === "stdio" && !isOffline(state);
  const hasEnded = condition.kind === "failed" || condition.kind === "lost";
  // what was connected is started again with its drafts and results
  const isStartedAgain = isCommand && hasEnded && !isOther && connectedView({ connection, state });
  if (isStartedAgain) {
    return (
      <div className={styles.connection}>
        <Button icon={RotateCcw} onPress={() => restart()}>
          Start again
        </Button>
      </div>
    );
  }
  return (
    // a phone shows on request what need not be pressed
    <div className={styles.connection} data-aside={canDisconnect(state) || undefined}>
      {isCommand && !hasEnded && (
        <Button
          variant="quiet"
          aria-label="Restart"
          icon={RotateCcw}
          isDisabled={state.kind === "connecting"}
          onPress={() => restart()}
        >
          <span className={styles.words}>Restart</span>
        </Button>
      )}
      {condition.kind === "lost" && condition.awaits && (
        <Button onPress={() => connection?.check()}>Try now</Button>
      )}
      <ConnectButton
        {...{ condition, state }}
        onConnect={connect}
        onEnd={disconnect}
        onStopShowing={() => connection && recordings.close(connection.serverId)}
      />
    </div>
  );
}

/** Exists while a server is connected, or was until now. */
function AddServer({ onPress }: { onPress: () => void }) {
  const { connections } = useStores();
  const isAnyOpen = useStore(connections.open, (servers) =>
    servers.some(({ state }) => state.kind === "connected" || state.kind === "lost"),
  );
  return (
    isAnyOpen && (
      <Button
        variant="quiet"
        icon={Plus}
        aria-label="Add server"
        className={styles.add}
        onPress={onPress}
      >
        <span className={styles.words}>Add server</span>
      </Button>
    )
  );
}

function ConnectButton(props: {
  condition: ServerCondition;
  state: ConnectionView["state"];
  onConnect: () => void;
  onEnd: () => void;
  onStopShowing: () => void;
}) {
  const { condition, state, onConnect, onEnd, onStopShowing } = props;
  if (state.kind === "connecting") return <Button onPress={onEnd}>Cancel</Button>;
  if (canDisconnect(state)) return <Button onPress={onEnd}>Disconnect</Button>;
  // what a tap shows needs no connection
  if (condition.kind === "tap") return <Button onPress={onStopShowing}>Stop showing</Button>;
  return (
    <Button variant="primary" onPress={onConnect}>
      Connect
    </Button>
  );
}

/** The sign of the page, as in `favicon.svg`: messages in both directions. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={styles.logo}>
      <rect width="32" height="32" rx="8" />
      <path d="M7.5 11.5h16M19 7l4.5 4.5L19 16M24.5 20.5h-16M13 16l-4.5 4.5L13 25" />
    </svg>
  );
}

/** Moves `NAME=value` words in front of a command into the settings, where their values are masked. */
function maskEnvironment({ all, origins }: Stores["servers"]): void {
  const { id, address, source, settings } = addressedServer(all.getState());
  const parsed = parseTarget(address);
  if (parsed.kind !== "target" || parsed.target.kind !== "stdio" || !parsed.target.env) return;
  const { env } = parsed.target;
  if (source !== "person") {
    origins.note(Object.entries(env).map(([name, value]) => [name, [value]] as const));
  }
  const others = settings.environment.filter(([name]) => !Object.hasOwn(env, name));
  all.change(id, { environment: [...others, ...Object.entries(env)] });
  all.editCommand(id, formatTarget(parsed.target));
}
