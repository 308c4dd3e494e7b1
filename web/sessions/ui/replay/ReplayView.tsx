/** Sends the requests of a recording or of this session to the server again, and compares the answers. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useOnDemand } from "../../../stores/useOnDemand.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { replayStepText } from "../../messages/replayMessages.ts";
import type { Replay, Replays } from "../../store/replay/replays.ts";
import { ReplayControls } from "./ReplayControls.tsx";
import styles from "./ReplayView.module.css";
import { StepDetail } from "./StepDetail.tsx";

export function ReplayView() {
  const { servers } = useStores();
  const { replays } = useStores().sessions;
  const serverId = useStore(servers.all, (state) => state.activeId);
  const opened = useOnDemand(replays);
  return (
    <section aria-label="Replay" className={layout.view}>
      {serverId === undefined ? (
        <EmptyState title="Nothing to replay">Open a recording, or connect to a server.</EmptyState>
      ) : (
        opened && <Opened key={serverId} serverId={serverId} replays={opened} />
      )}
    </section>
  );
}

function Opened({ serverId, replays }: { serverId: string; replays: Replays }) {
  const replay = useStore(replays, ({ byServer }) => byServer.get(serverId));
  useEffect(() => void replays.load(serverId), [replays, serverId]);
  return replay && <Loaded serverId={serverId} replays={replays} replay={replay} />;
}

interface Props {
  readonly serverId: string;
  readonly replays: Replays;
  readonly replay: Replay;
}

function Loaded({ serverId, replays, replay }: Props) {
  const { steps, shown } = replay;
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
        <ReplayControls serverId={serverId} replays={replays} replay={replay} />
        <ReplayStepList replay={replay} onShow={(seq) => replays.show(serverId, seq)} />
      </div>
      <div className={layout.detail}>
        {step ? (
          <StepDetail
            step={step}
            state={replay.states.get(step.request.entry.seq)}
            replays={replays}
            isRunning={replay.isRunning}
            onReplay={() => void replays.run(serverId, [step])}
          />
        ) : (
          <EmptyState title="Select a request">
            The recorded and the new answer are shown side by side.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

/** The requests of a replay, in their order. */
function ReplayStepList({ replay, onShow }: { replay: Replay; onShow: (seq: number) => void }) {
  const { steps, states, shown } = replay;
  return (
    <RowList label="Requests" isOrdered items={steps} keyOf={({ request }) => request.entry.seq}>
      {({ request }, index) => {
        const { seq } = request.entry;
        const text = replayStepText(states.get(seq));
        return (
          <RowButton isCurrent={seq === shown} onPress={() => onShow(seq)}>
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.name}>{request.method}</span>
            {request.subject !== undefined && (
              <span className={styles.subject}>{escapeHidden(request.subject)}</span>
            )}
            {text && (
              <span className={styles.state}>
                <Badge tone={text.tone}>{text.text}</Badge>
              </span>
            )}
          </RowButton>
        );
      }}
    </RowList>
  );
}
