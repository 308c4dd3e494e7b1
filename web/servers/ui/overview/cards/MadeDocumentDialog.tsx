/** Shows a server card or a server.json made from a connected server, to copy or download. */
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { makeDocument } from "../../../../../shared/config/documents/makeDocuments.ts";
import {
  checkServerDocument,
  type ServerDocumentKind,
} from "../../../../../shared/config/documents/serverDocument.ts";
import type { JsonObject } from "../../../../../shared/core/json/jsonObject.ts";
import { escapeHidden } from "../../../../../shared/core/text/visibleText.ts";
import {
  documentProblemText,
  exampleNamespaceText,
} from "../../../../../shared/messages/documentProblemText.ts";
import { documentSource } from "../../../../../shared/recording/export/documentSource.ts";
import { saveFile } from "../../../../platform/saveFile.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/CopyButton.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { Text } from "../../../../ui/primitives/Text.tsx";
import { useSettingsOf } from "../../../hooks/useServerSettings.ts";
import type { ConnectedView } from "../../../store/connections/connection.ts";
import { createLogRedactor } from "../report/logRedactor.ts";
import styles from "./ServerCards.module.css";

interface Props {
  readonly kind: ServerDocumentKind;
  readonly view: ConnectedView;
  readonly onClose: () => void;
}

const files = { "server-card": "server-card.json", "server-json": "server.json" } as const;

export function MadeDocumentDialog({ kind, view, onClose }: Props) {
  const made = useMadeDocument(kind, view);
  const text = made && `${JSON.stringify(made.document, undefined, 2)}\n`;
  return (
    <Dialog
      title={kind === "server-card" ? "Server card" : "server.json"}
      size="large"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      footer={
        text !== undefined && (
          <>
            <Button icon={Download} onPress={() => saveFile(files[kind], "application/json", text)}>
              Download
            </Button>
            <CopyButton text={text} variant="primary" />
          </>
        )
      }
    >
      <Text as="p" size="small" tone="muted">
        Made from what the server says of itself. Of variables and headers it has the names only.
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus */}
      <section aria-label={files[kind]} tabIndex={0} className={styles.document}>
        {text === undefined
          ? "Reading…"
          : text
              .split("\n")
              .map((line) => escapeHidden(line))
              .join("\n")}
      </section>
      {made && made.problems.length > 0 && (
        <>
          <Text as="p" size="small">
            Before it is published:
          </Text>
          <ul aria-label="Before it is published" className={styles.problems}>
            {made.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** The document without the secrets that the log has. */
function useMadeDocument(kind: ServerDocumentKind, view: ConnectedView) {
  const { servers, traffic } = useStores();
  const { settings } = useSettingsOf(view.connection.serverId);
  const [made, setMade] = useState<{ document: JsonObject; problems: readonly string[] }>();
  useEffect(() => {
    let isOver = false;
    const make = async () => {
      const { target } = view.connection;
      const env = target.kind === "stdio" ? target.env : undefined;
      const { document, hasExampleNamespace } = makeDocument(
        kind,
        documentSource({
          info: view.client.agreement.receivedInfo,
          revision: view.client.agreement.revision,
          target:
            target.kind === "stdio"
              ? { ...target, env: { ...Object.fromEntries(settings.environment), ...env } }
              : target,
          isSse: view.client.transport.kind === "http-sse",
          headers: settings.headers,
        }),
      );
      const redactor = await createLogRedactor(servers.all.getState(), traffic.log);
      const masked = redactor.json(document, { place: "message" });
      const problems = checkServerDocument(masked, kind).map(
        (problem) => `${problem.at}: ${documentProblemText(problem)}`,
      );
      if (isOver) return;
      setMade({
        document: masked,
        problems: [...(hasExampleNamespace ? [exampleNamespaceText] : []), ...problems],
      });
    };
    void make();
    return () => {
      isOver = true;
    };
  }, [kind, view, settings, servers, traffic]);
  return made;
}
