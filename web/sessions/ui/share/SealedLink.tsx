/** Stores the recording encrypted at the relay for a limited time, and lists earlier ones. */
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { formatTarget } from "../../../../shared/config/target.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { sealRecording } from "../../../../shared/recording/sealed.ts";
import { formatSealed } from "../../../../shared/recording/sealedAddress.ts";
import { toLoopbackUrl } from "../../../../shared/relay/page/pageHost.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { shareRefusalText } from "../../messages/shareMessages.ts";
import {
  deleteSealed,
  type RelayOffer,
  type RelayRefusal,
  storeSealed,
} from "../../store/sealedRelay.ts";
import { createSharedRecordings, type SharedRecording } from "../../store/sharedRecordings.ts";
import { type Lifetime, lifetimesWithin } from "./lifetimes.ts";
import styles from "./ShareDialog.module.css";

interface SealedLinkProps {
  readonly recording: Recording | undefined;
  /** The address of the page whose relay stores it. */
  readonly base: string;
  readonly publicUrl: RelayOffer["publicUrl"];
  readonly limits: NonNullable<RelayOffer["blobs"]>;
}

export function SealedLink({ recording, base, publicUrl, limits }: SealedLinkProps) {
  const { fetch, servers } = useStores();
  const shared = useMemo(() => createSharedRecordings(servers.askedValues.store), [servers]);
  const choices = lifetimesWithin(limits.seconds);
  const usual = choices.filter(({ id }) => id !== "team");
  const [lifetime, setLifetime] = useState<Lifetime>(usual.at(-2)?.id ?? "1h");
  const [link, setLink] = useState<string>();
  const [refusal, setRefusal] = useState<RelayRefusal>();
  const [isBusy, setBusy] = useState(false);
  const [stored, setStored] = useState<readonly SharedRecording[]>([]);
  const relay = { fetch, base };

  const refresh = useEffectEvent(async () => setStored(await shared.list(new Date())));
  useEffect(() => void refresh(), []);

  const store = async (whole: Recording) => {
    setBusy(true);
    setRefusal(undefined);
    const sealed = await sealRecording(whole);
    const { seconds } = choices.find(({ id }) => id === lifetime) ?? { seconds: limits.seconds };
    const result =
      sealed.bytes.byteLength > limits.bytes
        ? ({ code: "too-large" } as const)
        : await storeSealed(relay, sealed, Math.min(seconds, limits.seconds));
    if ("code" in result) setRefusal(result);
    else {
      setLink(`${publicUrl ?? toLoopbackUrl(base)}#r=${formatSealed(sealed)}`);
      await shared.add({ ...result, server: formatTarget(whole.server) });
      await refresh();
    }
    setBusy(false);
  };

  const remove = async (one: SharedRecording) => {
    const failed = await deleteSealed(relay, one);
    setRefusal(failed);
    if (failed) return;
    await shared.remove(one.id);
    if (link?.includes(one.id)) setLink(undefined);
    await refresh();
  };

  return (
    <section aria-label="Sealed recording" className={styles.section}>
      <p className={styles.words}>
        The relay stores it and cannot read it: the key is in the link.
      </p>
      <Row align="end" wraps>
        <Select<Lifetime>
          label="Keep for"
          choices={choices}
          value={lifetime}
          onChange={setLifetime}
        />
        <Button
          isBusy={isBusy}
          isDisabled={recording === undefined}
          onPress={() => recording && void store(recording)}
        >
          Create sealed link
        </Button>
      </Row>
      {refusal && <Notice severity="error" title={shareRefusalText(refusal)} />}
      {link !== undefined && (
        <>
          <TextArea label="Sealed link" isReadOnly isMono rows={2} value={link} />
          <CopyButton text={link} label="Copy sealed link" />
        </>
      )}
      {stored.length > 0 && (
        <Stack
          as="ul"
          gap={1}
          aria-label={`${formatCount(stored.length, "recording")} at the relay`}
        >
          {stored.map((one) => (
            <Row as="li" align="end" wraps key={one.id}>
              <span className={styles.grow}>
                {one.server}, until {new Date(one.expires).toLocaleString("en")}
              </span>
              <Button size="small" variant="danger" onPress={() => void remove(one)}>
                Delete
              </Button>
            </Row>
          ))}
        </Stack>
      )}
    </section>
  );
}
