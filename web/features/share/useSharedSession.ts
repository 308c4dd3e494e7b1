/** Builds what the share dialog shares from the session and the choices of the user. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import type { CreatedRecording } from "../../../shared/recording/createRecording.ts";
import { type MaskedSecret, maskRecording } from "../../../shared/recording/maskTarget.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { useAddress, useStores, useView } from "../../hooks/StoresContext.tsx";
import { useSelectedDraft } from "../../hooks/useSelectedDraft.ts";
import { activeRecord } from "../../stores/connections/connectionRecords.ts";
import {
  messagesOf,
  recordSession,
  type ShareChoices,
  sessionEntries,
} from "../../stores/recordings/recordSession.ts";
import { recordingOf } from "../../stores/recordings/smallRecording.ts";

export interface SharedSession {
  /** What is shared; undefined while it is built for the first time. */
  readonly recording: Recording | undefined;
  /** Whether the recording is not the one of the newest choices yet. */
  readonly isBusy: boolean;
  /** The messages that the user chooses from. */
  readonly messages: readonly MessageEntry[];
  /** The recorded entry of a message; undefined if it is left out. */
  readonly recordedText: (seq: number) => string | undefined;
  readonly secrets: readonly Pick<MaskedSecret, "name" | "code">[];
}

/** @returns undefined if the address names no server */
export function useSharedSession(choices: ShareChoices): SharedSession | undefined {
  const {
    connections: { records },
    traffic,
  } = useStores();
  const head = useHead();
  const record = useStore(records, activeRecord);
  const [created, setCreated] = useState<{ from: unknown; value: CreatedRecording }>();
  // the session as it was when the dialog opened, so that it does not change while the user reviews
  // it
  const [snapshot] = useState(() => traffic.log.snapshot());
  const messages = useMemo(
    () => (record ? messagesOf(sessionEntries(snapshot, record, records.getState())) : []),
    [snapshot, record, records],
  );
  const headText = JSON.stringify(head);
  const wanted = useDeferredValue(choices);
  const isWhole = record !== undefined && messages.length > choices.excluded.size;

  useEffect(() => {
    if (!isWhole || headText === undefined) return;
    let isWanted = true;
    const log = { ...traffic.log, snapshot: () => snapshot };
    const { timeOrigin } = performance;
    const own = JSON.parse(headText) as Recording;
    const connections = records.getState();
    const options = { log, record, connections, choices: wanted, head: own, timeOrigin };
    void recordSession(options).then((value) => {
      if (isWanted) setCreated({ from: wanted, value });
    });
    return () => {
      isWanted = false;
    };
  }, [isWhole, headText, record, records, traffic.log, snapshot, wanted]);

  if (!head) return undefined;
  const small = maskRecording(head);
  const shownHead = choices.keepsSecrets ? head : small.recording;
  const whole = isWhole ? created?.value : undefined;
  const texts = whole && new Map(whole.seqs.map((seq, at) => [seq, whole.recording.entries?.[at]]));
  const found = (whole?.findings ?? []).filter(
    ({ value }) => !small.maskedSecrets.some((other) => other.value === value),
  );
  return {
    recording: isWhole
      ? whole && { ...whole.recording, ...pick(shownHead, choices.keepsSecrets) }
      : shownHead,
    isBusy: isWhole && created?.from !== choices,
    messages,
    recordedText: (seq) => texts?.get(seq)?.text ?? texts?.get(seq)?.base64,
    secrets: [...small.maskedSecrets, ...found],
  };
}

/** Server and selection unchanged, if the user keeps values in them that look like secrets. */
function pick({ server, selected }: Recording, isKept: boolean): Partial<Recording> {
  return isKept ? { server, ...(selected ? { selected } : {}) } : {};
}

function useHead(): Recording | undefined {
  const { settings, configured } = useStores().servers;
  const address = configured.spelledOut(useAddress());
  const selection = useView((state) => state.selection);
  const { revision, environment, directory } = useStore(settings);
  const draft = useSelectedDraft();
  const environmentNames = environment.map(([name]) => name);
  return recordingOf({ address, revision, selection, draft, environmentNames, directory });
}
