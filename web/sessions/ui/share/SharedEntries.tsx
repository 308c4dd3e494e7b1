/** Shows all that is shared, entry by entry, in parts. */
import { useMemo, useState } from "react";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { Button } from "../../../ui/Button.tsx";
import { SharedText } from "./SharedText.tsx";

/** Characters of one part. */
const partLength = 18_000;

interface SharedEntriesProps {
  readonly recording: Recording;
  readonly masked: readonly string[];
  readonly onMask: (masked: readonly string[]) => void;
}

export function SharedEntries({ recording, masked, onMask }: SharedEntriesProps) {
  // the indices of the first entries of the parts that were shown
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const from = starts.at(-1) ?? 0;
  const { text, next } = useMemo(() => partOf(recording, from), [recording, from]);
  const { entries = [] } = recording;
  return (
    <SharedText label="Everything that is shared" text={text} masked={masked} onMask={onMask}>
      {starts.length > 1 && (
        <Button size="small" onPress={() => setStarts(starts.slice(0, -1))}>
          Previous entries
        </Button>
      )}
      {next < entries.length && (
        <Button size="small" onPress={() => setStarts([...starts, next])}>
          Next entries
        </Button>
      )}
      <span>
        Entries {Math.min(from + 1, entries.length)} to {next} of {entries.length}
      </span>
    </SharedText>
  );
}

/** As many entries as fit in a part, each as one line of JSON; the first part begins with the rest. */
function partOf(recording: Recording, from: number) {
  const { entries = [], ...head } = recording;
  const lines = from === 0 ? [JSON.stringify(head)] : [];
  let length = lines[0]?.length ?? 0;
  let next = from;
  while (next < entries.length && (length < partLength || next === from)) {
    const line = JSON.stringify(entries[next++]);
    lines.push(line);
    length += line.length;
  }
  return { text: lines.join("\n"), next };
}
