/** Starts and stops a replay, chooses its range, and holds the rules of the comparison. */
import { Play, Square } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { readRules } from "../../../../shared/recording/replay/rules.ts";
import { useOpenRequest } from "../../../inbox/hooks/useOpenRequest.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { requestKind } from "../../../messages/requestMessages.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Notice } from "../../../ui/Notice.tsx";
import { summaryText } from "../../messages/replayMessages.ts";
import { countStates, type Replay, type Replays } from "../../store/replay/replays.ts";
import styles from "./ReplayView.module.css";
import { RulesEditor } from "./RulesEditor.tsx";

interface Props {
  readonly serverId: string;
  readonly replays: Replays;
  readonly replay: Replay;
}

export function ReplayControls({ serverId, replays, replay }: Props) {
  const { connections } = useStores();
  const { state } = useConnection();
  const { rulesText, answersAsRecorded } = useStore(replays);
  const { steps, states, isRunning, hasAnswers } = replay;
  const [from, setFrom] = useState("1");
  const [to, setTo] = useState("");
  const range = rangeOf(from, to, steps.length);
  const chosen = range ? steps.slice(range.first - 1, range.last) : [];
  const isConnected = state.kind === "connected";
  const { problems } = readRules(rulesText);
  return (
    <div className={styles.controls}>
      <p className={layout.note}>
        Sends the requests to the server again, in order, and compares the answers.
      </p>
      <div className={styles.range}>
        <TextField label="From" inputMode="numeric" value={from} onChange={setFrom} />
        <TextField
          label="To"
          inputMode="numeric"
          placeholder={String(steps.length)}
          value={to}
          onChange={setTo}
        />
        {!isConnected ? (
          <Button variant="primary" onPress={connections.connector.connect}>
            Connect to replay
          </Button>
        ) : isRunning ? (
          <Button icon={Square} onPress={() => replays.stop(serverId)}>
            Stop
          </Button>
        ) : (
          <Button
            icon={Play}
            variant="primary"
            isDisabled={chosen.length === 0}
            onPress={() => void replays.run(serverId, chosen)}
          >
            Replay {formatCount(chosen.length, "request")}
          </Button>
        )}
      </div>
      {isRunning && <Waiting serverId={serverId} />}
      {hasAnswers && (
        <Checkbox
          label="Answer the server's requests as recorded"
          isSelected={answersAsRecorded}
          onChange={replays.setAnswersAsRecorded}
        />
      )}
      <Disclosure
        title="What is ignored"
        hint={problems.length > 0 ? formatCount(problems.length, "invalid line") : undefined}
      >
        <RulesEditor text={rulesText} problems={problems} onChange={replays.setRules} />
      </Disclosure>
      <p role="status" aria-label="Result of the replay" className={styles.summary}>
        {states.size > 0 && summaryText(countStates(replay))}
      </p>
    </div>
  );
}

/** Says that the replay goes on only once the user has answered the server. */
function Waiting({ serverId }: Pick<Props, "serverId">) {
  const { inbox } = useStores();
  const item = useStore(inbox.requests, (items) =>
    items.find((each) => each.serverId === serverId && !each.ended),
  );
  const { open } = useOpenRequest(item);
  return (
    item && (
      <Notice
        severity="info"
        title="The replay waits for your answer"
        actions={
          <Button size="small" onPress={open}>
            Show the request
          </Button>
        }
      >
        {requestKind(item.input.method)} from the server.
      </Notice>
    )
  );
}

/** The numbers of the first and the last request, from 1; undefined if they are invalid. */
function rangeOf(from: string, to: string, count: number) {
  const first = Number(from.trim() || "1");
  const last = to.trim() === "" ? count : Number(to);
  const isValid = Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last >= first;
  return isValid ? { first, last } : undefined;
}
