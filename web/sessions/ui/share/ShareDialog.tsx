/** Shows which part of the session is shared, as a link, a sealed recording, a file or live. */
import { Radio as LiveIcon, MousePointerClick, ScrollText } from "lucide-react";
import { useEffect, useState } from "react";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { toLoopbackUrl } from "../../../../shared/relay/page/pageHost.ts";
import { runDuration, runTime } from "../../../calls/messages/runMessages.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { lookLikeSecrets, secretReasons } from "../../../messages/secretMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { liveScopeText } from "../../messages/shareMessages.ts";
import { builtAddress, linkBase } from "../../store/linkBase.ts";
import type { ShareChoices } from "../../store/recordSession.ts";
import { type RelayOffer, relayOffer } from "../../store/sealedRelay.ts";
import { ChoiceCards } from "./ChoiceCards.tsx";
import { Inclusions } from "./Inclusions.tsx";
import { LiveSection } from "./LiveSection.tsx";
import { OtherForms } from "./OtherForms.tsx";
import styles from "./ShareDialog.module.css";
import { ShareLink } from "./ShareLink.tsx";
import { useLink } from "./useLink.ts";
import {
  type DialogChoices,
  type SharedSession,
  type ShareScope,
  useSharedSession,
} from "./useSharedSession.ts";

interface ShareDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The address of this page, without fragment. */
  readonly base: string;
}

export function ShareDialog(props: ShareDialogProps) {
  return (
    <Dialog title="Share session" isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
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
  const { fetch, clock } = useStores();
  const [chosenScope, setScope] = useState<ShareScope>();
  const [own, setOwn] = useState(atFirst);
  const session = useSharedSession(own, chosenScope);
  const [offer, setOffer] = useState<RelayOffer>();
  useEffect(() => void relayOffer({ fetch, base }).then(setOffer), [fetch, base]);
  const to = linkBase(builtAddress(), offer?.publicUrl, base);
  const made = useLink(session?.recording, to.url);
  const change = (part: Partial<ShareChoices>) => setOwn({ ...own, ...part });
  if (!session) {
    return (
      <Notice severity="info" title="There is nothing to share yet" isLive={false}>
        Enter a server's URL or command in the address bar first.
      </Notice>
    );
  }
  const { recording, secrets, choices, messages, call, isBusy, scope } = session;
  return (
    <div className={styles.share}>
      <ChoiceCards<ShareScope>
        label="What to share"
        cards={[
          ...(call === undefined
            ? []
            : [
                {
                  id: "call" as const,
                  title: "This call",
                  icon: MousePointerClick,
                  text: [
                    escapeHidden(call.name),
                    ...(call.run ? [runTime(call.run, clock.now()), runDuration(call.run)] : []),
                    formatCount(call.messages, "message"),
                  ]
                    .filter(Boolean)
                    .join(", "),
                },
              ]),
          {
            id: "session",
            title: "Session",
            icon: ScrollText,
            text: messages.length > 0 ? formatCount(messages.length, "message") : "The server",
          },
          ...(offer
            ? [{ id: "live" as const, title: "Live", icon: LiveIcon, text: liveScopeText }]
            : []),
        ]}
        value={scope}
        onChange={(next) => {
          setScope(next);
          setOwn({ ...own, excluded: undefined });
        }}
      />
      {scope === "live" ? (
        <LiveSection
          offer={offer}
          recording={recording}
          choices={choices}
          linkBase={offer?.publicUrl ?? toLoopbackUrl(base)}
        />
      ) : (
        <ShareLink made={made} session={session} to={to} />
      )}
      {secrets.length > 0 && (
        <LeftOutSecrets
          secrets={secrets}
          isKept={choices.keepsSecrets}
          onChange={(keepsSecrets) => change({ keepsSecrets })}
        />
      )}
      <Inclusions session={session} onChange={change} />
      {scope !== "live" && (
        <OtherForms recording={recording} isBusy={isBusy} base={base} to={to} offer={offer} />
      )}
    </div>
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
