/** The messages of taps that wait for the user, below the rows of those that were sent. */
import { ArrowLeft, ArrowRight, CirclePause } from "lucide-react";
import { useStore } from "zustand";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { formatWait } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useNow } from "../../../stores/useNow.ts";
import type { HeldMessage, TapControl } from "../../../taps/store/tapControl.ts";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./PausedRows.module.css";

export function PausedRows() {
  const controls = useStore(useStores().taps.controls);
  return [...controls].map(([name, control]) => (
    <PausedRowsOf key={name} name={name} control={control} />
  ));
}

function PausedRowsOf({ name, control }: { name: string; control: TapControl }) {
  const held = useStore(control.state, (state) => state.held);
  if (held.length === 0) return null;
  return (
    <ul aria-label={`Paused messages of ${exactLine(name, 60)}`} className={styles.rows}>
      {held.map((message) => (
        <PausedRow key={message.id} name={name} message={message} />
      ))}
    </ul>
  );
}

function PausedRow({ name, message }: { name: string; message: HeldMessage }) {
  const { servers, sessions, view } = useStores();
  const now = useNow();
  // what came since the clock was read has waited for no time
  const waited = Math.max(0, now - message.since);
  const { direction, method, subject } = message;
  const Arrow = direction === "out" ? ArrowRight : ArrowLeft;
  const show = () => {
    const { opened } = sessions.recordings.getState();
    const own = [...opened].find(([, each]) => each.source === "tap" && each.name === name);
    if (!own) return;
    servers.all.activate(own[0]);
    view.showPane("tap");
  };
  return (
    <li>
      <button type="button" className={styles.row} onClick={show}>
        <Arrow aria-hidden="true" className={styles.arrow} data-direction={direction} />
        <Text isMono weight="strong" isCut>
          {exactLine(subject || method || "Message", 80)}
        </Text>
        <Text size="small" tone="muted" className={styles.words}>
          not yet sent
        </Text>
        <Text size="small" tone="accent" className={styles.state}>
          <CirclePause aria-hidden="true" className={styles.sign} /> paused
        </Text>
        <Text size="small" isNumeric className={styles.time}>
          {formatWait(waited)}
        </Text>
      </button>
    </li>
  );
}
