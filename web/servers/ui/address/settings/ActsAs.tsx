/** Adopts the profile of another client: its name, capabilities, revision and headers. */
import { UserRoundCog } from "lucide-react";
import { exactLine } from "../../../../../shared/core/text/exactText.ts";
import { maxProfileLength } from "../../../../../shared/recording/export/clientProfile.ts";
import { Button } from "../../../../ui/Button.tsx";
import { FileImport } from "../../../../ui/fields/FileImport.tsx";
import { lazyComponent } from "../../../../ui/lazyComponent.tsx";
import { Row } from "../../../../ui/primitives/Layout.tsx";
import { useAddressedSettings } from "../../../hooks/useServerSettings.ts";
import { settingsOfProfile } from "../../../store/adoptClient.ts";
import styles from "./ConnectionSettings.module.css";

/** What is known about clients is large. */
const KnownClients = lazyComponent(async () => (await import("./KnownClients.tsx")).KnownClients, {
  Fallback: () => <div className={styles.toCome} />,
});

/** What a client that was adopted has changed. */
const ownSettings = { actsAs: undefined, withheld: [], revision: "auto" } as const;

const refusal = "The file is not a client profile. A recording is exported as one under Share.";

export function ActsAs() {
  const { settings, change } = useAddressedSettings();
  const { clientInfo } = settings.actsAs ?? {};
  if (clientInfo) {
    const name = exactLine(`${clientInfo.title ?? clientInfo.name} ${clientInfo.version}`, 100);
    return (
      <>
        <Row gap={2} wraps>
          <p className={styles.words}>
            Connects as <strong>{name}</strong>, with exactly the capabilities of its profile.
          </p>
          <Button size="small" onPress={() => change(ownSettings)}>
            Connect as MCP Playground
          </Button>
        </Row>
        <KnownClients />
      </>
    );
  }
  const adopt = (text: string) => {
    const adopted = settingsOfProfile(text, settings.headers);
    if (!adopted) return refusal;
    change(adopted);
    return undefined;
  };
  return (
    <>
      <KnownClients />
      <FileImport
        label="File of a client profile"
        maxBytes={maxProfileLength}
        tooLargeText={refusal}
        onText={adopt}
      >
        {(choose) => (
          <div>
            <Button size="small" icon={UserRoundCog} onPress={choose}>
              Connect as another client
            </Button>
          </div>
        )}
      </FileImport>
    </>
  );
}
