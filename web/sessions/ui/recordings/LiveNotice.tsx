/** Reminds the owner that others watch this session, and ends it. */
import { Radio, Square } from "lucide-react";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { endedLiveText, ownLiveText } from "../../messages/liveMessages.ts";
import type { LiveShare } from "../../store/live/liveShare.ts";
import styles from "./RecordingBanner.module.css";

export function LiveNotice({ serverId, share }: { serverId: string; share: LiveShare }) {
  const { live } = useStores().sessions;
  const isLive = share.kind === "live";
  return (
    <section aria-label="Shared live" className={cx(styles.banner, styles.shared)}>
      <div className={styles.words}>
        <p role="status" className={styles.title}>
          <Radio aria-hidden="true" className={styles.icon} />
          {isLive ? `Others can watch this session: ${ownLiveText(share)}` : endedLiveText(share)}
        </p>
      </div>
      <Row wraps className={styles.actions}>
        {isLive ? (
          <Button size="small" icon={Square} onPress={() => live.end(serverId)}>
            End
          </Button>
        ) : (
          <Button size="small" variant="quiet" onPress={() => live.dismiss(serverId)}>
            Dismiss
          </Button>
        )}
      </Row>
    </section>
  );
}
