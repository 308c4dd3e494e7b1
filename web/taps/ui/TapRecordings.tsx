/** Lists running taps that are not shown, and the newest recordings of taps, on the start page. */
import { Disc, Split } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatSize } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Heading } from "../../ui/primitives/Text.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";
import { recordedTapName, recordedTapTime } from "../messages/tapMessages.ts";
import styles from "./TapRecordings.module.css";

const maxRecordings = 5;

export function TapRecordings() {
  const { recordings: taps } = useStores().taps;
  const { recordings, waiting, ignored } = useStore(taps);
  // the others are announced above every page
  const hidden = waiting.filter((name) => ignored.has(name));
  return (
    <>
      {hidden.length > 0 && (
        <TapList title="Running taps" id="running-taps">
          {hidden.map((name) => (
            <li key={name}>
              <StarterButton
                icon={Split}
                title={exactLine(name, 100)}
                example="runs now"
                onPress={() => taps.show(name)}
              />
            </li>
          ))}
        </TapList>
      )}
      {recordings.length > 0 && (
        <TapList title="Recorded taps" id="recorded-taps">
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
        </TapList>
      )}
    </>
  );
}

function TapList(props: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id}>
      <Heading level={2} size="meta" tone="muted" id={props.id} className={styles.title}>
        {props.title}
      </Heading>
      <ul className={styles.list}>{props.children}</ul>
    </section>
  );
}
