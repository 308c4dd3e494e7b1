/** Reports what the edit loop watches, its last round and what changed. */
import { Settings2, X } from "lucide-react";
import { useState } from "react";
import { ExactText } from "../../content/ExactText.tsx";
import { failureText } from "../../messages/failureMessages.ts";
import { formatCount } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import type {
  Again,
  EditLoopRefusal,
  EditLoopRound,
  EditLoopState,
  RoundCause,
  Watched,
} from "../store/editLoopState.ts";
import { ChangeList } from "./ChangeList.tsx";
import styles from "./EditLoopReport.module.css";
import { type EditLoopActions, useEditLoopActions, useEditLoopState } from "./useEditLoop.ts";
import { WatchSettings } from "./WatchSettings.tsx";

export function EditLoopReport() {
  const loop = useEditLoopActions();
  return loop ? <Report loop={loop} /> : null;
}

function Report({ loop }: { loop: EditLoopActions }) {
  const state = useEditLoopState();
  const [isEditing, setEditing] = useState(false);
  if (state.kind === "off") {
    return (
      state.round && (
        <Stack as="section" gap={1} aria-label="Restart" className={styles.report}>
          <RoundView round={state.round} loop={loop} />
        </Stack>
      )
    );
  }
  return (
    <Stack as="section" gap={1} aria-label="Restart on change" className={styles.report}>
      <Row className={styles.line}>
        <Text as="p" tone="muted" isCut>
          {stateText(state)}
        </Text>
        {!("watched" in state && state.watched.kind === "port") && (
          <IconButton
            label="What is watched"
            icon={Settings2}
            size="small"
            aria-expanded={isEditing}
            onPress={() => setEditing(!isEditing)}
          />
        )}
      </Row>
      {state.kind === "refused" && <Refused loop={loop} reason={state.reason} />}
      {state.kind === "paused" && <Paused loop={loop} changedPaths={state.changedPaths} />}
      {isEditing && <WatchSettings loop={loop} onDone={() => setEditing(false)} />}
      {"round" in state && state.round && <RoundView round={state.round} loop={loop} />}
    </Stack>
  );
}

function stateText(state: Exclude<EditLoopState, { kind: "off" }>): string {
  switch (state.kind) {
    case "starting":
      return "Looking for what to watch…";
    case "refused":
      return "Nothing is watched";
    case "watching":
      return watchedText(state.watched, "Watching");
    case "paused":
      return watchedText(state.watched, "Paused:");
  }
}

function watchedText(watched: Watched, verb: string): string {
  if (watched.kind === "port") return `${verb} port ${watched.port} for a restart of the server`;
  const [first = "", ...others] = watched.paths;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${verb} ${first}${more} · ${formatCount(watched.files, "file")}`;
}

function Refused({ loop, reason }: { loop: EditLoopActions; reason: EditLoopRefusal }) {
  const { view } = useStores();
  const isRelay = reason.code !== "not-watchable" && reason.code !== "watch-refused";
  return (
    <Notice
      severity="warning"
      title={isRelay ? failureText(reason).what : "The server cannot be watched"}
      actions={
        <>
          {isRelay && <Button onPress={() => view.showRelay(true)}>Open Relay</Button>}
          <Button onPress={() => loop.start()}>Try again</Button>
        </>
      }
    >
      {isRelay
        ? "The relay watches the files, so this page must be connected to it."
        : reason.code === "watch-refused"
          ? `${reason.reason}.`
          : "Only commands and servers on this machine can be watched."}
    </Notice>
  );
}

function Paused({
  loop,
  changedPaths,
}: {
  loop: EditLoopActions;
  changedPaths: readonly string[];
}) {
  const ignore = () => {
    const settings = loop.settings();
    loop.start({ ...settings, ignored: [...settings.ignored, ...changedPaths.map(nameOf)] });
  };
  return (
    <Notice
      severity="warning"
      title="Paused: the server seems to change its own files"
      actions={
        <>
          <Button variant="primary" onPress={ignore}>
            Ignore these files
          </Button>
          <Button onPress={() => loop.start()}>Continue</Button>
        </>
      }
    >
      {changedPaths.join(", ")} changed immediately after each start, so restarting would never end.
    </Notice>
  );
}

/** A name matches in any directory. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function RoundView({ round, loop }: { round: EditLoopRound; loop: EditLoopActions }) {
  const { cause, outcome } = round;
  const again = outcome.kind === "done" ? outcome.again : undefined;
  const unsafe = again?.kind === "unsafe" ? again.tool : undefined;
  const tool = unsafe ?? (again?.kind === "called" ? again.chosen : undefined);
  return (
    <Stack gap={1} role="status" aria-label="Last restart" className={styles.round}>
      <Row className={styles.line}>
        <p>{roundCauseText(cause, outcome.kind)}</p>
        <IconButton label="Dismiss" icon={X} size="small" onPress={loop.dismiss} />
      </Row>
      {outcome.kind === "done" && (
        <>
          {outcome.other && (
            <p>
              Another server answers: <ExactText text={outcome.other.now} />, before it was{" "}
              <ExactText text={outcome.other.before} />.
            </p>
          )}
          <ChangeList key={round.number} changes={outcome.changes} />
          {outcome.again.kind !== "none" && <p>{againText(outcome.again)}</p>}
        </>
      )}
      {tool !== undefined && (
        <Switch
          label={`Call ${tool} after each restart`}
          isSelected={loop.settings().repeatedTools.includes(tool)}
          onChange={(isWanted) => loop.repeatTool(tool, isWanted)}
        />
      )}
    </Stack>
  );
}

/** Describes a round of the edit loop. */
function roundCauseText(cause: RoundCause, outcome: EditLoopRound["outcome"]["kind"]): string {
  const did = { restarting: "Restarting", failed: "Did not start", done: "Restarted" }[outcome];
  if (cause.kind !== "files") {
    const came = {
      restarting: "Reconnecting",
      failed: "Not connected",
      done: "Reconnected",
    };
    // an answer may come from a server that was only out of reach
    const event = cause.kind === "port" ? "restarted" : "answered again";
    return `${came[outcome]} after the server ${event}`;
  }
  const [first = "", ...others] = cause.paths;
  const more = others.length + cause.more;
  return `${did} after ${first}${more > 0 ? ` and ${more} more` : ""} changed`;
}

function againText(again: Exclude<Again, { kind: "none" }>): string {
  if (again.kind === "unsafe") {
    const why = again.isDestructive
      ? "it is annotated as destructive"
      : "it is annotated neither as read-only nor as idempotent";
    return `${again.tool} was not called again: ${why}.`;
  }
  const name = again.key.slice(again.key.indexOf(" ") + 1);
  return `${name} was called again; its result is shown above the earlier one.`;
}
