/** Sends the requests of a recording or of this session to the server again, and compares the answers. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { useStores } from "../../hooks/StoresContext.tsx";
import { useOnDemand } from "../../hooks/useOnDemand.ts";
import type { Replay, Replays } from "../../stores/replay/replays.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import layout from "../../ui/lists/listDetail.module.css";
import { AlertDialog } from "../../ui/overlays/AlertDialog.tsx";
import { ReplayControls } from "./ReplayControls.tsx";
import styles from "./ReplayView.module.css";
import { StepDetail } from "./StepDetail.tsx";
import { StepList } from "./StepList.tsx";

export function ReplayView() {
  const { connections, replays } = useStores();
  const recordId = useStore(connections.records, (state) => state.activeId);
  const opened = useOnDemand(replays);
  return (
    <section aria-label="Replay" className={layout.view}>
      {recordId === undefined ? (
        <EmptyState title="Nothing to replay">Open a recording, or connect to a server.</EmptyState>
      ) : (
        opened && <Opened key={recordId} recordId={recordId} replays={opened} />
      )}
    </section>
  );
}

function Opened({ recordId, replays }: { recordId: string; replays: Replays }) {
  const replay = useStore(replays, ({ byRecord }) => byRecord.get(recordId));
  useEffect(() => void replays.load(recordId), [replays, recordId]);
  return replay && <Loaded recordId={recordId} replays={replays} replay={replay} />;
}

interface Props {
  readonly recordId: string;
  readonly replays: Replays;
  readonly replay: Replay;
}

function Loaded({ recordId, replays, replay }: Props) {
  const { steps, shown, question } = replay;
  if (steps.length === 0) {
    return (
      <EmptyState title="Nothing to replay">
        The session has no requests yet besides those that open the connection.
      </EmptyState>
    );
  }
  const step = steps.find(({ request }) => request.entry.seq === shown);
  return (
    <div className={layout.parts}>
      <div className={layout.side}>
        <ReplayControls recordId={recordId} replays={replays} replay={replay} />
        <StepList replay={replay} onShow={(seq) => replays.show(recordId, seq)} />
      </div>
      <div className={layout.detail}>
        {step ? (
          <StepDetail
            step={step}
            state={replay.states.get(step.request.entry.seq)}
            replays={replays}
            isRunning={replay.isRunning}
            onReplay={() => void replays.run(recordId, [step])}
          />
        ) : (
          <EmptyState title="Select a request">
            The recorded and the new answer are shown side by side.
          </EmptyState>
        )}
      </div>
      <AlertDialog
        title="Call tools that may change something?"
        confirmLabel="Replay"
        isDanger
        isGuarded
        isOpen={question !== undefined}
        onConfirm={() => replays.agree(recordId, true)}
        onCancel={() => replays.agree(recordId, false)}
      >
        <p>
          The server does not declare these tools as harmless. Calling them again may write or
          delete something. You are not asked again for this server.
        </p>
        <ToolNames names={question?.tools ?? []} />
      </AlertDialog>
    </div>
  );
}

/** Names that are listed in the question. */
const maxNames = 50;

function ToolNames({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.names}>
      {names.slice(0, maxNames).map((name) => (
        <li key={name}>
          <code>{escapeHidden(name)}</code>
        </li>
      ))}
      {names.length > maxNames && <li>and {names.length - maxNames} more</li>}
    </ul>
  );
}
