/** Shows the content of a share link, and the link. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { isLoopbackAddress } from "../../../shared/core/addresses.ts";
import { type MaskedSecret, maskRecording } from "../../../shared/recording/placeholders.ts";
import { JsonView } from "../../editor/JsonView.tsx";
import { useAddress, useStores, useView } from "../../hooks/StoresContext.tsx";
import { useSelectedDraft } from "../../hooks/useSelectedDraft.ts";
import { lookLikeSecrets, secretReasons } from "../../messages/secretMessages.ts";
import { recordingOf } from "../../stores/recordings/smallRecording.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import styles from "./ShareDialog.module.css";
import { linkOf } from "./shareLink.ts";

export interface ShareDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The address of the page that links point to. */
  readonly base: string;
}

export function ShareDialog(props: ShareDialogProps) {
  return (
    <Dialog title="Share session" isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
      <Share base={props.base} />
    </Dialog>
  );
}

function Share({ base }: { base: string }) {
  const whole = useRecording();
  const [keepsSecrets, setKeepsSecrets] = useState(false);
  const masked = whole && maskRecording(whole);
  const recording = keepsSecrets ? whole : masked?.recording;
  const text = recording && JSON.stringify(recording);
  const [link, setLink] = useState("");

  useEffect(() => {
    if (text === undefined) return;
    let isWanted = true;
    void linkOf(JSON.parse(text), base).then((made) => {
      if (isWanted) setLink(made);
    });
    return () => {
      isWanted = false;
    };
  }, [text, base]);

  if (text === undefined) {
    return (
      <Notice severity="info" title="There is nothing to share yet" isLive={false}>
        Enter a server's URL or command in the address bar first.
      </Notice>
    );
  }
  return (
    <div className={styles.share}>
      <p className={styles.words}>
        The link contains only what is shown below: no headers, tokens or environment values, and no
        user name, password or query of the URL. Check it before you share it: anyone with the link
        can read it.
      </p>
      {masked && masked.maskedSecrets.length > 0 && (
        <LeftOutOfLink
          maskedSecrets={masked.maskedSecrets}
          isKept={keepsSecrets}
          onChange={setKeepsSecrets}
        />
      )}
      <JsonView text={text} label="Content of the link" pretty maxHeight="260px" />
      <TextArea label="Link" isReadOnly isMono rows={3} value={link} />
      {isLoopbackAddress(new URL(base).hostname) && (
        <p className={styles.words}>
          This page is served by a relay on this machine, so the link opens on this machine only.
          Its part from #s= on works behind the address of any other playground.
        </p>
      )}
      <div className={styles.actions}>
        <CopyButton text={link} label="Copy link" variant="primary" />
      </div>
    </div>
  );
}

function LeftOutOfLink(props: {
  maskedSecrets: readonly MaskedSecret[];
  isKept: boolean;
  onChange: (isKept: boolean) => void;
}) {
  const { maskedSecrets, isKept, onChange } = props;
  const words = lookLikeSecrets(maskedSecrets);
  return (
    <Notice
      severity={isKept ? "warning" : "info"}
      title={isKept ? `${words}: included in the link` : `${words}: left out of the link`}
      actions={<Checkbox label="Include in this link" isSelected={isKept} onChange={onChange} />}
      isLive={false}
    >
      {secretReasons(maskedSecrets)}.{" "}
      {isKept
        ? "Anyone with the link can read and use them."
        : "Anyone who opens the link is asked for their own values."}
    </Notice>
  );
}

function useRecording() {
  const { settings, configured } = useStores().servers;
  const address = configured.spelledOut(useAddress());
  const selection = useView((state) => state.selection);
  const { revision, environment, directory } = useStore(settings);
  const draft = useSelectedDraft();
  const environmentNames = environment.map(([name]) => name);
  return recordingOf({ address, revision, selection, draft, environmentNames, directory });
}
