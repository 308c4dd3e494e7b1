/** Lists the tasks of a server: their states, Cancel and results. */
import { Eye, RefreshCw, Square, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { isEndedTask, type TaskState } from "../../../../shared/client/tasks/taskState.ts";
import type { TaskMethods } from "../../../../shared/client/tasks/taskSupport.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import {
  createServerTasks,
  type ServerTasks,
  type ServerTasksState,
} from "../../../calls/store/serverTasks.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { FailureTitle } from "../../../messages/lazyFailure.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type ConnectedView, isOffline } from "../../store/connections/connection.ts";
import styles from "./ServerOverview.module.css";

/** Rows that are shown. */
const maxRows = 200;
/** The shortest time between two polls, in milliseconds. */
const minPollMs = 1000;
/** Characters of an id or a message that are shown. */
const maxTextLength = 200;

interface ServerTasksSectionProps {
  readonly view: ConnectedView;
  readonly methods: TaskMethods;
}

export function ServerTasksSection({ view, methods }: ServerTasksSectionProps) {
  const { client, connection } = view;
  const [store] = useState(() => createServerTasks(client, methods));
  useOwnTasks(view, store);
  const { tasks, isReading, failure, result } = useStore(store);
  const isOff = useStore(connection.state, isOffline);
  const [taskId, setTaskId] = useState("");
  const all = [...tasks.values()].reverse();
  const isIdle = all.every(({ status }) => isEndedTask(status));
  const [isPolling, setPolling] = useState(false);
  usePolling(store, isPolling && !isIdle && !isOff, all);
  const find = () => void store.refresh(taskId.trim());

  return (
    <section aria-label="Tasks">
      <h3 className={styles.heading}>Tasks</h3>
      {!methods.canList && <p className={styles.muted}>This server cannot list its tasks.</p>}
      <div className={styles.tasks}>
        {methods.canList && (
          <Button size="small" isDisabled={isReading || isOff} onPress={() => void store.list()}>
            List tasks
          </Button>
        )}
        <Switch label="Poll" isSelected={isPolling} onChange={setPolling} />
        <TextField
          label="Task id"
          isMono
          value={taskId}
          maxLength={1000}
          onChange={setTaskId}
          onKeyDown={(event) => {
            if (event.key === "Enter" && taskId.trim() !== "") find();
            else event.continuePropagation();
          }}
        />
        <Button size="small" isDisabled={isOff || taskId.trim() === ""} onPress={find}>
          Find task
        </Button>
      </div>
      <p role="status" className={styles.muted}>
        {failure && <FailedRequest failure={failure} />}
      </p>
      {all.length > 0 && (
        <div className={styles.scroller}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Task</th>
                <th scope="col">State</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {all.slice(0, maxRows).map((task) => (
                <Row key={task.taskId} task={task} store={store} methods={methods} isOff={isOff} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {all.length > maxRows && <p className={styles.muted}>The newest {maxRows} are shown.</p>}
      {result && <Result result={result} onClose={store.closeResult} />}
    </section>
  );
}

interface RowProps {
  readonly task: TaskState;
  readonly store: ServerTasks;
  readonly methods: TaskMethods;
  readonly isOff: boolean;
}

function Row({ task, store, methods, isOff }: RowProps) {
  const { taskId, status, statusMessage } = task;
  const shownId = escapeHidden(taskId.slice(0, maxTextLength));
  const ended = isEndedTask(status);
  return (
    <tr>
      <th scope="row">{shownId}</th>
      <td>
        {escapeHidden(status.slice(0, maxTextLength))}
        {statusMessage && ` — ${escapeHidden(statusMessage.slice(0, maxTextLength))}`}
      </td>
      <td>
        <span className={styles.taskActions}>
          <IconButton
            label={`Refresh task ${shownId}`}
            icon={RefreshCw}
            size="small"
            isDisabled={isOff}
            onPress={() => void store.refresh(taskId)}
          />
          {!ended && methods.canCancel && (
            <Button
              variant="quiet"
              aria-label={`Cancel task ${shownId}`}
              icon={Square}
              size="small"
              isDisabled={isOff}
              onPress={() => void store.cancel(taskId)}
            >
              Cancel
            </Button>
          )}
          {ended && (
            <Button
              variant="quiet"
              aria-label={`Result of task ${shownId}`}
              icon={Eye}
              size="small"
              isDisabled={isOff}
              onPress={() => void store.open(taskId)}
            >
              Result
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

function Result(props: { result: NonNullable<ServerTasksState["result"]>; onClose: () => void }) {
  const { taskId, outcome } = props.result;
  const { text, path } = outcome.answer;
  const shown = outcome.kind === "result" ? (textAt(text, path) ?? text) : text;
  return (
    <section aria-label="Result of a task">
      <div className={styles.taskActions}>
        <h4 className={styles.heading}>Result of {escapeHidden(taskId.slice(0, maxTextLength))}</h4>
        <IconButton label="Close result" icon={X} size="small" onPress={props.onClose} />
      </div>
      <JsonView key={text} text={shown} label="Result of a task" pretty maxHeight="40vh" />
    </section>
  );
}

function FailedRequest({ failure }: { failure: NonNullable<ServerTasksState["failure"]> }) {
  const { method, outcome } = failure;
  switch (outcome.kind) {
    case "error":
      return `${method}: ${outcome.error.code} ${escapeHidden(outcome.error.message.slice(0, maxTextLength))}`;
    case "failed":
      return (
        <>
          {method}: <FailureTitle failure={outcome.failure} />
        </>
      );
    default:
      return `${method} was cancelled.`;
  }
}

/** Shows the tasks that calls of this page have become. */
function useOwnTasks({ connection }: ConnectedView, store: ServerTasks): void {
  const { runs } = useStores().calls;
  const own = useStore(runs, (all) => all.get(connection.serverId));
  useEffect(() => {
    const found = [...(own?.values() ?? [])].flat().flatMap(({ task }) => (task ? [task] : []));
    if (found.length > 0) store.know(found);
  }, [own, store]);
}

/** Asks for the states of the tasks until all have ended, no more often than the server requests. */
function usePolling(store: ServerTasks, isOn: boolean, tasks: readonly TaskState[]): void {
  const wished = tasks.map(({ pollMs }) => pollMs ?? 0);
  const ms = Math.min(
    60_000,
    wished.reduce((max, one) => Math.max(max, one), minPollMs),
  );
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => void store.refreshAll(), ms);
    return () => clearInterval(timer);
  }, [store, isOn, ms]);
}
