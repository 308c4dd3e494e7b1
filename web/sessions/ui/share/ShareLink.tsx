/** Shows the link with what it means for secrets, size and the server, and copies it. */
import { CircleDashed, Link as LinkIcon, type LucideIcon, ShieldCheck, Unplug } from "lucide-react";
import { useState } from "react";
import { formatCount, formatSize } from "../../../messages/quantities.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { localLinkText, openCommand } from "../../messages/shareMessages.ts";
import type { LinkBase } from "../../store/linkBase.ts";
import styles from "./ShareDialog.module.css";
import { type MadeLink, textLength } from "./useLink.ts";
import type { SharedSession } from "./useSharedSession.ts";

interface ShareLinkProps {
  readonly made: MadeLink;
  readonly session: SharedSession;
  readonly to: LinkBase;
}

interface Fact {
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly isGood?: boolean;
}

export function ShareLink({ made, session, to }: ShareLinkProps) {
  const { recording, isBusy, masked } = session;
  // the button appears with the first link and takes the focus; later it keeps its place
  const [wasMade, setMade] = useState(false);
  if (made.kind === "made" && !wasMade) setMade(true);
  if (made.kind === "too-long") {
    return (
      <Notice severity="info" title="The session is too long for a link" isLive={false}>
        It has {recording ? `over ${formatSize(textLength(recording))}` : "too much"}. Leave out
        messages, create a sealed link if the relay offers it, or download the recording.
      </Notice>
    );
  }
  const isKnown = made.kind === "made" && !isBusy;
  // a link that was made before something changed is not that of what is shown
  const link = isKnown ? made.link : "";
  const hidden = masked.reduce((sum, item) => sum + item.count, 0);
  const facts: readonly Fact[] = isKnown
    ? [
        {
          Icon: ShieldCheck,
          text: hidden === 0 ? "no secrets found" : `${formatCount(hidden, "value")} masked`,
          isGood: true,
        },
        { Icon: LinkIcon, text: `all of it is in the link, ${formatSize(link.length)}` },
        { Icon: Unplug, text: "opening it contacts no server" },
      ]
    : [
        { Icon: CircleDashed, text: "secrets: not known yet" },
        { Icon: CircleDashed, text: "size: not known yet" },
        { Icon: Unplug, text: "opening it contacts no server" },
      ];
  return (
    <Stack gap={2}>
      <Row align="start">
        <TextArea
          label="Link"
          hideLabel
          isReadOnly
          isMono
          rows={1}
          value={link}
          placeholder="Looking for secrets …"
          className={styles.link}
        />
        {wasMade && (
          <CopyButton
            text={link}
            label="Copy link"
            variant="primary"
            isUnavailable={!isKnown}
            autoFocus
          />
        )}
      </Row>
      <Row as="ul" gap={3} wraps>
        {facts.map(({ Icon, text, isGood }) => (
          <Row key={text} as="li" gap={1}>
            <Icon aria-hidden="true" className={styles.factIcon} />
            <Text size="small" tone={isGood ? "ok" : "muted"}>
              {text}
            </Text>
          </Row>
        ))}
      </Row>
      {to.isLocal && (
        <Row wraps>
          <Text size="small" tone="muted">
            {localLinkText}
          </Text>
          <CopyButton
            text={openCommand(link)}
            label="Copy command"
            size="small"
            isDisabled={!isKnown}
          />
        </Row>
      )}
    </Stack>
  );
}
