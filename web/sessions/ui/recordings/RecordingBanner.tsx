/** Says that the page shows a recording, what was left out of it, and leads to its server. */
import { GitCompare, Plug, X } from "lucide-react";
import { formatTarget } from "../../../../shared/config/target.ts";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { sharedByText, watchedText } from "../../messages/liveMessages.ts";
import { leftOutText, notReadText, recordingTitle } from "../../messages/recordingMessages.ts";
import type { OpenedRecording } from "../../store/openedRecording.ts";
import styles from "./RecordingBanner.module.css";

export function RecordingBanner(props: { serverId: string; opened: OpenedRecording }) {
  const { serverId, opened } = props;
  const { connections, view } = useStores();
  const { recordings } = useStores().sessions;
  const { connection, state } = useConnection();
  const isRecorded = state.kind === "recorded";
  const isNamed = !opened.notRead?.some(({ code }) => code === "no-server");
  return (
    <section aria-label="Recording" className={styles.banner}>
      <div className={styles.words}>
        <p className={styles.title}>{recordingTitle(opened)}</p>
        {isRecorded && isNamed && connection && (
          <p>
            Nothing is contacted or started. Server:{" "}
            <code className={styles.server}>{exactLine(formatTarget(connection.target), 300)}</code>
          </p>
        )}
        {opened.live && (
          <p role="status" aria-label="Live session">
            {watchedText(opened.live)}
            {opened.owner !== undefined && ` ${sharedByText(opened.owner)}`}
            {opened.skipped !== undefined &&
              ` ${formatCount(opened.skipped, "message")} too large to be shown.`}
          </p>
        )}
        {opened.leftOut && opened.leftOut.length > 0 && (
          <p>Left out: {leftOutText(opened.leftOut)}.</p>
        )}
        {opened.notRead && opened.notRead.length > 0 && (
          <p>Not read from the file: {notReadText(opened.notRead)}.</p>
        )}
      </div>
      <Row wraps className={styles.actions}>
        <Button icon={GitCompare} onPress={() => view.showExamine("sessions")}>
          Compare with …
        </Button>
        {isRecorded && isNamed && (
          <Button icon={Plug} onPress={connections.connector.connect}>
            Connect and try it
          </Button>
        )}
      </Row>
      <IconButton label="Close the recording" icon={X} onPress={() => recordings.close(serverId)} />
    </section>
  );
}
