/** Shows the open servers as the configuration of an MCP client, to copy or save. */
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import {
  type ConfigClient,
  configFiles,
  formatClientConfig,
} from "../../../../../shared/config/clientConfig.ts";
import { saveFile } from "../../../../platform/saveFile.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/CopyButton.tsx";
import { Checkbox } from "../../../../ui/fields/Checkbox.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { useOpenServers } from "../../../hooks/useOpenServers.ts";
import { exportedServer } from "../../../store/exportedServer.ts";
import styles from "./ExportDialog.module.css";

const clients: readonly { readonly id: ConfigClient; readonly label: string }[] = [
  { id: "claude", label: "Claude" },
  { id: "cursor", label: "Cursor" },
  { id: "vscode", label: "VS Code" },
  { id: "zed", label: "Zed" },
  { id: "codex", label: "Codex" },
];

/** What replaces secrets, by client. */
const placeholderText: Readonly<Record<ConfigClient, string>> = {
  claude: "Values of headers and variables are read from your environment.",
  cursor: "Values of headers and variables are read from your environment.",
  vscode: "VS Code asks for the values of headers and variables.",
  zed: "Zed reads no variables: replace what is in angle brackets.",
  codex: "Values of headers and variables are read from your environment.",
};

export function ExportDialog(props: {
  serverId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { all } = useStores().servers;
  const servers = useOpenServers();
  const [client, setClient] = useState<ConfigClient>("claude");
  const [isAll, setAll] = useState(false);
  const text = useMemo(() => {
    const shown = servers.filter(({ id }) => isAll || id === props.serverId);
    const exported = shown.flatMap(({ id, name }) => {
      const server = all.getState().open.get(id);
      return server ? [exportedServer(server, name)] : [];
    });
    return formatClientConfig(client, exported);
  }, [servers, all, client, isAll, props.serverId]);
  const file = configFiles[client];
  return (
    <Dialog
      title="Client configuration"
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      footer={
        <>
          <Button
            icon={Download}
            onPress={() => saveFile(file.split("/").at(-1) ?? file, "text/plain", text)}
          >
            Save
          </Button>
          <CopyButton text={text} variant="primary" />
        </>
      }
    >
      <div className={styles.choices}>
        <Select label="Client" choices={clients} value={client} onChange={setClient} />
        {servers.length > 1 && (
          <Checkbox label="All open servers" isSelected={isAll} onChange={setAll} />
        )}
      </div>
      <p className={styles.note}>
        For <code>{file}</code>. No secret is included. {placeholderText[client]}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus */}
      <section aria-label="Configuration" tabIndex={0} className={styles.text}>
        {text}
      </section>
    </Dialog>
  );
}
