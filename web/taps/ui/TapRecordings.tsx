/** Lists the newest recordings of taps, on the start page. */
import { Disc } from "lucide-react";
import { useStore } from "zustand";
import { formatSize } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Heading } from "../../ui/primitives/Text.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";
import { recordedTapName, recordedTapTime } from "../messages/tapMessages.ts";
import styles from "./TapRecordings.module.css";

const maxRecordings = 5;

export function TapRecordings() {
  const { taps } = useStores();
  const recordings = useStore(taps, (state) => state.recordings);
  return (
    <section aria-labelledby="tap-recordings">
      <Heading level={2} size="meta" tone="muted" id="tap-recordings" className={styles.title}>
        Recorded taps
      </Heading>
      <ul className={styles.list}>
        {recordings.slice(0, maxRecordings).map((recording) => (
          <li key={recording.id}>
            <StarterButton
              icon={Disc}
              title={recordedTapName(recording)}
              example={`${recordedTapTime(recording)} · ${formatSize(recording.bytes)}`}
              onPress={() => void taps.open(recording)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
