/** Lets others watch the session as it happens: creates the link, shows how many watch, and ends it. */
import { Radio, Square } from "lucide-react";
import { useStore } from "zustand";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import {
  endedLiveText,
  insecureLiveText,
  noLiveText,
  notConnectedLiveText,
  ownLiveText,
} from "../../messages/liveMessages.ts";
import type { ShareChoices } from "../../store/recordSession.ts";
import type { RelayOffer } from "../../store/sealedRelay.ts";
import styles from "./ShareDialog.module.css";

interface LiveSectionProps {
  /** Undefined while the relay has not answered. */
  readonly offer: RelayOffer | undefined;
  readonly recording: Recording | undefined;
  readonly choices: ShareChoices;
  /** Where links lead, without fragment. */
  readonly linkBase: string;
}

export function LiveSection({ offer, recording, choices, linkBase }: LiveSectionProps) {
  const { servers } = useStores();
  const { live } = useStores().sessions;
  const serverId = useStore(servers.all, (state) => state.activeId);
  const share = useStore(live, (all) => (serverId === undefined ? undefined : all.get(serverId)));
  const { state } = useConnection();
  const hasSession = state.kind !== "none" && state.kind !== "recorded";
  if (!offer) return null;
  const reason = !offer.live
    ? noLiveText
    : globalThis.isSecureContext === false
      ? insecureLiveText
      : hasSession
        ? undefined
        : notConnectedLiveText;
  const isLive = share?.kind === "live";
  const start = () => {
    if (serverId === undefined || !recording) return;
    const { server, revision, selected } = recording;
    const head = { server, ...(revision ? { revision } : {}), ...(selected ? { selected } : {}) };
    void live.start({ serverId, choices, head, linkBase });
  };
  const why = share && endedLiveText(share);
  return (
    <section aria-label="Watch live" className={styles.section}>
      <p className={styles.words}>
        Others see the messages chosen below, and every later one as it happens, masked in the same
        way. The relay cannot read them: the key is in the link.
      </p>
      {why !== undefined && <Notice severity="info" title={why} />}
      {isLive ? (
        <>
          <TextArea label="Live link" isReadOnly isMono rows={2} value={share.link} />
          <p role="status" aria-label="Live session" className={styles.words}>
            {ownLiveText(share)}
          </p>
          <Row wraps className={styles.actions}>
            <Button icon={Square} onPress={() => serverId !== undefined && live.end(serverId)}>
              End live session
            </Button>
            <CopyButton text={share.link} label="Copy live link" />
          </Row>
        </>
      ) : reason !== undefined ? (
        <p className={styles.words}>{reason}</p>
      ) : (
        <div>
          <Button
            variant="primary"
            icon={Radio}
            isBusy={share?.kind === "starting"}
            isDisabled={!recording}
            onPress={start}
          >
            Create live link
          </Button>
        </div>
      )}
    </section>
  );
}
