/** Edits what the edit loop watches: paths, ignored names and whether the last call is repeated. */
import { useState } from "react";
import { usuallyIgnored } from "../../../shared/relay/usuallyIgnored.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import styles from "./EditLoopReport.module.css";
import { type EditLoopActions, useEditLoopState } from "./useEditLoop.ts";

export function WatchSettings({ loop, onDone }: { loop: EditLoopActions; onDone: () => void }) {
  const state = useEditLoopState();
  const [now] = useState(loop.settings);
  const [paths, setPaths] = useState(() => {
    const found = "watched" in state && state.watched.kind === "files" ? state.watched.paths : [];
    return (now.paths.length > 0 ? now.paths : found).join("\n");
  });
  const [isEdited, setEdited] = useState(now.paths.length > 0);
  const [ignored, setIgnored] = useState(now.ignored.join("\n"));
  const [callsAgain, setCallsAgain] = useState(now.callsAgain);
  return (
    <form
      className={styles.settings}
      onSubmit={(event) => {
        event.preventDefault();
        loop.start({
          paths: isEdited ? linesOf(paths) : [],
          ignored: linesOf(ignored),
          callsAgain,
          repeatedTools: now.repeatedTools,
        });
        onDone();
      }}
    >
      <TextArea
        label="Watched paths"
        description="Files, directories or globs, one per line, relative to the command's directory. If empty, they are derived from the command, and only source and configuration files are watched."
        isMono
        rows={2}
        value={paths}
        onChange={(next) => {
          setPaths(next);
          setEdited(true);
        }}
      />
      <TextArea
        label="Ignored paths"
        description="Names or globs, one per line, that are not watched."
        isMono
        rows={2}
        value={ignored}
        onChange={setIgnored}
      />
      <Checkbox label="Repeat the last call" isSelected={callsAgain} onChange={setCallsAgain} />
      <Row wraps>
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button onPress={() => setIgnored(usuallyIgnored.join("\n"))}>Use the default list</Button>
        <Button onPress={onDone}>Cancel editing</Button>
      </Row>
    </form>
  );
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
