/** Shows which part of the session is shared, as a link, a sealed recording or a file. */
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { toLoopbackUrl } from "../../../../shared/page/pageHost.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { formatCount, formatSize } from "../../../messages/quantities.ts";
import { lookLikeSecrets, secretReasons } from "../../../messages/secretMessages.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { leftOutText } from "../../messages/recordingMessages.ts";
import { linkBaseText } from "../../messages/shareMessages.ts";
import { builtAddress, linkBase } from "../../store/linkBase.ts";
import type { ShareChoices } from "../../store/recordSession.ts";
import { type RelayOffer, relayOffer } from "../../store/sealedRelay.ts";
import { LiveSection } from "./LiveSection.tsx";
import { MaskedList } from "./MaskedList.tsx";
import { MessagePicker } from "./MessagePicker.tsx";
import { SealedLink } from "./SealedLink.tsx";
import { ServerLink } from "./ServerLink.tsx";
import styles from "./ShareDialog.module.css";
import { SharedEntries } from "./SharedEntries.tsx";
import { SharedText } from "./SharedText.tsx";
import { textLength, useLink } from "./useLink.ts";
import { type DialogChoices, type SharedSession, useSharedSession } from "./useSharedSession.ts";

const ExportSection = lazyComponent(
  async () => (await import("./ExportSection.tsx")).ExportSection,
  { preload: "manual" },
);

export interface ShareDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The address of this page, without fragment. */
  readonly base: string;
}

export function ShareDialog(props: ShareDialogProps) {
  return (
    <Dialog
      title="Share session"
      size="large"
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <Share base={props.base} />
    </Dialog>
  );
}

const atFirst: DialogChoices = {
  excluded: undefined,
  hasEvents: true,
  masked: [],
  keepsSecrets: false,
};

function Share({ base }: { base: string }) {
  const [own, setOwn] = useState(atFirst);
  const session = useSharedSession(own);
  const change = (part: Partial<ShareChoices>) => setOwn({ ...own, ...part });
  if (!session) {
    return (
      <Notice severity="info" title="There is nothing to share yet" isLive={false}>
        Enter a server's URL or command in the address bar first.
      </Notice>
    );
  }
  const { recording, secrets, choices } = session;
  return (
    <div className={styles.share}>
      <p className={styles.words}>
        Only what is shown below is shared: no headers with secrets, tokens or environment values,
        and no user name, password or query of the URL. Check it first: anyone with the link or the
        file can read it.
      </p>
      {secrets.length > 0 && (
        <LeftOutSecrets
          secrets={secrets}
          isKept={choices.keepsSecrets}
          onChange={(keepsSecrets) => change({ keepsSecrets })}
        />
      )}
      <Preview session={session} onChange={change} />
      <MaskedList items={session.masked} />
      {recording?.leftOut && recording.leftOut.length > 0 && (
        <p className={styles.words}>Left out: {leftOutText(recording.leftOut)}.</p>
      )}
      <WaysOut recording={recording} isBusy={session.isBusy} base={base} choices={choices} />
    </div>
  );
}

interface PreviewProps {
  readonly session: SharedSession;
  readonly onChange: (part: Partial<ShareChoices>) => void;
}

function Preview({ session, onChange }: PreviewProps) {
  const [shownSeq, setShownSeq] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const { recording, messages, choices, polls } = session;
  const { excluded } = choices;
  const { entries: _, leftOut: __, ...head } = recording ?? {};
  const mask = (masked: readonly string[]) => onChange({ masked });
  const shownText = shownSeq === undefined ? undefined : session.recordedText(shownSeq);
  return (
    <>
      {recording && (
        <JsonView
          text={JSON.stringify(head)}
          label={messages.length > 0 ? "Server and item" : "Content of the link"}
          pretty
          maxHeight="160px"
        />
      )}
      {messages.length > 0 && (
        <>
          <MessagePicker
            messages={messages}
            excluded={choices.excluded}
            onExclude={(excluded) => onChange({ excluded })}
            shownSeq={shownSeq}
            onShow={setShownSeq}
          />
          {polls.size > 0 && (
            <Checkbox
              label={`Include ${formatCount(polls.size, "message")} of task polls that brought nothing new`}
              isSelected={[...polls].every((seq) => !excluded.has(seq))}
              onChange={(isIncluded) => {
                const others = [...excluded].filter((seq) => !polls.has(seq));
                onChange({ excluded: new Set([...others, ...(isIncluded ? [] : polls)]) });
              }}
            />
          )}
          <Checkbox
            label="Include server output and events of the connection"
            isSelected={choices.hasEvents}
            onChange={(hasEvents) => onChange({ hasEvents })}
          />
          {shownSeq !== undefined &&
            (shownText === undefined ? (
              <p className={styles.words}>This message is left out.</p>
            ) : (
              <SharedText
                label="Message as it is shared"
                text={shownText}
                masked={choices.masked}
                onMask={mask}
              />
            ))}
          <Disclosure
            title="Everything that is shared"
            hint="also headers, output and events"
            isOpen={isOpen}
            onOpenChange={setOpen}
          >
            {isOpen && recording && (
              <SharedEntries recording={recording} masked={choices.masked} onMask={mask} />
            )}
          </Disclosure>
        </>
      )}
    </>
  );
}

interface WaysOutProps {
  readonly recording: Recording | undefined;
  readonly isBusy: boolean;
  readonly base: string;
  readonly choices: ShareChoices;
}

function WaysOut({ recording, isBusy, base, choices }: WaysOutProps) {
  const { fetch } = useStores();
  const [isExporting, setExporting] = useState(false);
  const [offer, setOffer] = useState<RelayOffer>();
  useEffect(() => void relayOffer({ fetch, base }).then(setOffer), [fetch, base]);
  const to = linkBase(builtAddress(), offer?.publicUrl, base);
  const made = useLink(recording, to.url);
  const isReady = made.kind === "made" && !isBusy;
  const download = () =>
    saveFile("session.mcp.json", "application/json", JSON.stringify(recording));
  return (
    <>
      {made.kind === "too-long" ? (
        <Notice severity="info" title="The session is too long for a link" isLive={false}>
          Leave out messages, create a sealed link if the relay offers it, or download the
          recording.
        </Notice>
      ) : (
        <TextArea
          label="Link"
          isReadOnly
          isMono
          rows={2}
          value={made.kind === "made" ? made.link : ""}
          className={styles.link}
        />
      )}
      <p className={styles.words}>{linkBaseText(to)}</p>
      <div className={styles.actions}>
        <span className={styles.words}>
          {made.kind === "made"
            ? formatSize(made.link.length)
            : recording && `over ${formatSize(textLength(recording))}`}
        </span>
        <Button icon={Download} isDisabled={!recording || isBusy} onPress={download}>
          Download recording
        </Button>
        {made.kind !== "too-long" && isReady && (
          <CopyButton text={made.link} label="Copy link" variant="primary" />
        )}
      </div>
      {recording && <ServerLink recording={recording} base={to.url} />}
      <Disclosure
        title="Export"
        hint="curl, HAR, TypeScript, Python, …"
        isOpen={isExporting}
        onOpenChange={setExporting}
      >
        {isExporting && <ExportSection recording={isBusy ? undefined : recording} />}
      </Disclosure>
      {offer?.blobs && globalThis.isSecureContext !== false && (
        <SealedLink
          recording={isBusy ? undefined : recording}
          base={base}
          publicUrl={offer.publicUrl}
          limits={offer.blobs}
        />
      )}
      <LiveSection
        offer={offer}
        recording={recording}
        choices={choices}
        linkBase={offer?.publicUrl ?? toLoopbackUrl(base)}
      />
    </>
  );
}

function LeftOutSecrets(props: {
  secrets: SharedSession["secrets"];
  isKept: boolean;
  onChange: (isKept: boolean) => void;
}) {
  const { secrets, isKept, onChange } = props;
  const words = lookLikeSecrets(secrets);
  return (
    <Notice
      severity={isKept ? "warning" : "info"}
      title={isKept ? `${words}: included in the link` : `${words}: left out of the link`}
      actions={<Checkbox label="Include in this link" isSelected={isKept} onChange={onChange} />}
      isLive={false}
    >
      {secretReasons(secrets)}.{" "}
      {isKept
        ? "Anyone with the link can read and use them."
        : "Anyone who opens the link is asked for their own values."}
    </Notice>
  );
}
