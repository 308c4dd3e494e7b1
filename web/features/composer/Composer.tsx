/** Writes any message, well formed or not, and sends it as it is written. */
import { Send } from "lucide-react";
import { useStore } from "zustand";
import { encodeText } from "../../../shared/bytes.ts";
import { JsonEditor } from "../../editor/JsonEditor.tsx";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { useConnection } from "../../session/useConnection.ts";
import { Button } from "../../ui/Button.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { formatSize } from "../../words/quantities.ts";
import styles from "./Composer.module.css";
import { remarksOn } from "./remarks.ts";

export function Composer() {
  const { workspace, composed } = useRuntime();
  const { state } = useConnection();
  const text = useStore(composed);
  const client = state.kind === "connected" ? state.client : undefined;
  const isConnected = client !== undefined;
  const isLines = client?.transport.kind === "stdio";
  const bytes = encodeText(text);

  const send = () => {
    if (!client) return;
    const { entry } = client.session.send(bytes);
    workspace.setState({ selectedSeq: entry.seq });
  };

  return (
    <section aria-label="Composer" className={styles.composer}>
      <div className={styles.editor}>
        <JsonEditor
          label="Message"
          value={text}
          onChange={(written) => composed.setState(written, true)}
          onSubmit={send}
          minHeight="160px"
        />
      </div>
      <ul className={styles.remarks}>
        {remarksOn(text, isLines).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      <div className={styles.bar}>
        <Button variant="primary" icon={Send} isDisabled={!isConnected} onPress={send}>
          Send
        </Button>
        <span className={styles.words}>
          {isConnected ? <Kbd keys="Mod+Enter" /> : "Not connected"}
          <span>{formatSize(bytes.byteLength)}, sent exactly as written</span>
        </span>
      </div>
    </section>
  );
}
