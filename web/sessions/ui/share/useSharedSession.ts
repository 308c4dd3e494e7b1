/** Builds what the share dialog shares from the session and the choices of the user. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import type { MessageEntry } from "../../../../shared/log/entry.ts";
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import type { CreatedRecording } from "../../../../shared/recording/createRecording.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import type { MaskedItem } from "../../../../shared/recording/redaction/redactor.ts";
import { callsOf } from "../../../calls/store/calls.ts";
import { itemKey } from "../../../calls/store/drafts.ts";
import type { DoneRun } from "../../../calls/store/run.ts";
import { recordingOf } from "../../../calls/store/smallRecording.ts";
import { useSelection, useShownId } from "../../../servers/hooks/useShownServer.ts";
import { activeServer, shownServer } from "../../../servers/store/server.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { messagesOf, recordSession, type ShareChoices } from "../../store/recordSession.ts";
import { sessionEntries } from "../../store/sessionEntries.ts";
import {
  excludedAtFirst,
  partsOfCall,
  partsOfSession,
  type SharedPart,
} from "../../store/sharedParts.ts";
import { useSelectedDraft } from "./useSelectedDraft.ts";

export type ShareScope = "call" | "session" | "live";

/** The choices in the dialog; until messages are chosen, the parts of the scope decide. */
export type DialogChoices = Omit<ShareChoices, "excluded"> & {
  readonly excluded: ReadonlySet<number> | undefined;
};

export interface SharedSession {
  readonly choices: ShareChoices;
  readonly scope: ShareScope;
  /** The parts of the messages that the scope offers. */
  readonly parts: readonly SharedPart[];
  /** The call of the selected item that the page shows, or its last one; undefined if there is none. */
  readonly call:
    | {
        readonly name: string;
        readonly messages: number;
        /** Undefined if it is none of this page. */
        readonly run: DoneRun | undefined;
      }
    | undefined;
  /** What is shared; undefined while it is built for the first time. */
  readonly recording: Recording | undefined;
  /** Whether the recording is not the one of the newest choices yet. */
  readonly isBusy: boolean;
  /** The messages that the user chooses from. */
  readonly messages: readonly MessageEntry[];
  /** The recorded entry of a message; undefined if it is left out. */
  readonly recordedText: (seq: number) => string | undefined;
  /** Values that look like secrets. */
  readonly secrets: CreatedRecording["findings"];
  /** What was masked, without values. */
  readonly masked: readonly MaskedItem[];
}

/**
 * @param chosenScope undefined until the user chose one: then the call of the selected item, if any
 * @returns undefined if the address names no server
 */
export function useSharedSession(
  own: DialogChoices,
  chosenScope: ShareScope | undefined,
): SharedSession | undefined {
  const {
    servers: { all },
    traffic,
  } = useStores();
  const head = useHead();
  const server = useStore(all, activeServer);
  const [created, setCreated] = useState<{ from: unknown; value: CreatedRecording }>();
  // the session as it was when the dialog opened, so that it does not change while the user reviews
  // it
  const [snapshot] = useState(() => traffic.log.snapshot());
  const messages = useMemo(
    () => (server ? messagesOf(sessionEntries(snapshot, server, all.getState())) : []),
    [snapshot, server, all],
  );
  const { selection } = useStore(all, shownServer);
  const run = useShownRun();
  const callParts = useMemo(
    () => partsOfCall(messages, selection, seqsOfRun(run)),
    [messages, selection, run],
  );
  const scope = chosenScope ?? (callParts ? "call" : "session");
  const parts = useMemo(
    () => (scope === "call" && callParts) || partsOfSession(messages),
    [scope, callParts, messages],
  );
  const choices = useMemo(
    () => ({ ...own, excluded: own.excluded ?? excludedAtFirst(messages, parts) }),
    [own, messages, parts],
  );
  const headText = JSON.stringify(head);
  const called = useMemo(
    () => (scope === "call" ? requestOf(messages, parts) : undefined),
    [scope, messages, parts],
  );
  const wanted = useDeferredValue(choices);

  useEffect(() => {
    if (headText === undefined) return;
    let isWanted = true;
    const record = async () => {
      const value = await recordSession({
        log: { ...traffic.log, snapshot: () => snapshot },
        server,
        servers: all.getState(),
        choices: wanted,
        head: await headOfCall(JSON.parse(headText), called, traffic.log),
        timeOrigin: performance.timeOrigin,
      });
      if (isWanted) setCreated({ from: wanted, value });
    };
    void record();
    return () => {
      isWanted = false;
    };
  }, [headText, called, server, all, traffic.log, snapshot, wanted]);

  if (!head) return undefined;
  const value = created?.value;
  const texts = value && new Map(value.seqs.map((seq, at) => [seq, value.recording.entries?.[at]]));
  return {
    choices,
    scope,
    parts,
    call:
      callParts && selection
        ? {
            name: selection.name,
            run,
            messages: callParts.reduce(
              (sum, { seqs, isIncluded }) => sum + (isIncluded ? seqs.size : 0),
              0,
            ),
          }
        : undefined,
    recording: value?.recording,
    isBusy: created?.from !== choices,
    messages,
    recordedText: (seq) => texts?.get(seq)?.text ?? texts?.get(seq)?.base64,
    secrets: value?.findings ?? [],
    masked: value?.masked ?? [],
  };
}

/** The call of the selected item whose result is on the screen, or would be. */
function useShownRun(): DoneRun | undefined {
  const { view } = useStores();
  const { runs } = useStores().calls;
  const id = useShownId();
  const selection = useSelection();
  const shown = useStore(view, ({ shownCall }) => shownCall);
  const calls = useStore(runs, (all) =>
    selection ? callsOf(all, id, itemKey(selection)) : undefined,
  );
  const done = calls?.filter((call) => call.kind === "done");
  return done?.find(({ mark }) => mark === shown) ?? done?.at(-1);
}

/** The answer counts more than the first request: a call may take several rounds. */
function seqsOfRun(run: DoneRun | undefined): readonly number[] {
  if (!run) return [];
  const { outcome, seq } = run;
  return "answer" in outcome ? [outcome.answer.entry.seq, seq] : [seq];
}

/** The request of the call that is shared. */
function requestOf(messages: readonly MessageEntry[], parts: readonly SharedPart[]) {
  const call = parts.find(({ id }) => id === "call");
  return messages.find(({ seq, heads }) => call?.seqs.has(seq) && heads[0]?.kind === "request");
}

/** The head with the arguments of the call that is shared, which the form may have changed since. */
async function headOfCall(
  head: Recording,
  call: MessageEntry | undefined,
  log: Pick<EventLog, "read">,
): Promise<Recording> {
  const { selected } = head;
  if (!call || (selected?.kind !== "tool" && selected?.kind !== "prompt")) return head;
  const text = messageText(call.carrier, await log.read(call.seq));
  const argumentsText = textAt(text, ["params", "arguments"]) ?? "{}";
  return { ...head, selected: { ...selected, argumentsText } };
}

function useHead(): Recording | undefined {
  const { all, configured } = useStores().servers;
  const { address: written, selection, settings } = useStore(all, shownServer);
  const address = configured.spelledOut(written);
  const { revision, environment, directory } = settings;
  const draft = useSelectedDraft();
  const environmentNames = environment.map(([name]) => name);
  return recordingOf({ address, revision, selection, draft, environmentNames, directory });
}
