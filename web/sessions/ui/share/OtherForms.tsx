/** Offers the session as a file, a sealed link, an export, and a plain link to its server. */
import { Download } from "lucide-react";
import { useState } from "react";
import { formatDeepLink } from "../../../../shared/recording/deepLink.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import type { LinkBase } from "../../store/linkBase.ts";
import type { RelayOffer } from "../../store/sealedRelay.ts";
import { SealedLink } from "./SealedLink.tsx";
import styles from "./ShareDialog.module.css";

const ExportSection = lazyComponent(
  async () => (await import("./ExportSection.tsx")).ExportSection,
);

interface OtherFormsProps {
  readonly recording: Recording | undefined;
  /** Whether the recording is not the one of the newest choices yet. */
  readonly isBusy: boolean;
  readonly base: string;
  readonly to: LinkBase;
  /** Undefined while the relay has not answered. */
  readonly offer: RelayOffer | undefined;
}

export function OtherForms({ recording, isBusy, base, to, offer }: OtherFormsProps) {
  const [isExporting, setExporting] = useState(false);
  const ready = isBusy ? undefined : recording;
  const download = () =>
    saveFile("session.mcp.json", "application/json", JSON.stringify(recording));
  return (
    <Stack gap={1} className={styles.foot}>
      <div>
        <Button size="small" icon={Download} isDisabled={!ready} onPress={download}>
          Download recording
        </Button>
      </div>
      {offer?.blobs && globalThis.isSecureContext !== false && (
        <Disclosure title="Sealed link" hint="short, stored encrypted for a time">
          <SealedLink
            recording={ready}
            base={base}
            publicUrl={offer.publicUrl}
            limits={offer.blobs}
          />
        </Disclosure>
      )}
      <Disclosure
        title="Export"
        hint="Markdown, curl, HAR, …"
        isOpen={isExporting}
        onOpenChange={setExporting}
      >
        {isExporting && <ExportSection recording={ready} />}
      </Disclosure>
      {recording && (
        <Disclosure title="Link to this server" hint="without messages; badge for a README">
          <ServerLink recording={recording} base={to.url} />
        </Disclosure>
      )}
    </Stack>
  );
}

/** @param props.base where the link points to, without fragment */
function ServerLink({ recording, base }: { recording: Recording; base: string }) {
  const parameters = formatDeepLink(recording);
  if (parameters === undefined) return null;
  const link = `${base}#${parameters}`;
  const badge = `[![Open in MCP Playground](${new URL("badge.svg", base).href})](${link})`;
  return (
    <section aria-label="Link to this server" className={styles.section}>
      <p className={styles.words}>
        Names the server and the item; nothing is contacted without a question.
      </p>
      <Row align="end" wraps>
        <CopyButton text={link} label="Copy link to this server" />
        <CopyButton text={badge} label="Copy badge Markdown" />
        <img className={styles.badge} src="./badge.svg" alt="The badge" width={204} height={28} />
      </Row>
    </section>
  );
}
