/** Asks which of several servers of a pasted text is meant. */
import { Globe, Terminal } from "lucide-react";
import type { ConfiguredServer } from "../../../../../shared/config/configured.ts";
import type { PasteForm } from "../../../../../shared/config/paste/paste.ts";
import { formatCount } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { StarterButton } from "../../../../ui/StarterButton.tsx";
import { describeServer } from "../serverChoices.ts";
import styles from "./Questions.module.css";

/** Pressing a server connects to it; a command is confirmed first. */
export function ServerChoice(props: {
  readonly servers: readonly ConfiguredServer[];
  readonly form: PasteForm;
}) {
  const { servers, form } = props;
  const { connector } = useStores().connections;
  const cancel = () => connector.chooseServer(undefined);
  return (
    <Dialog
      title={titleOf(form, servers.length)}
      isOpen
      onOpenChange={cancel}
      footer={<Button onPress={cancel}>Cancel</Button>}
    >
      <p className={styles.introduction}>
        {form === "package"
          ? "This can be a program, or a package of npm or PyPI. Choose what to run."
          : "Choose the server to connect to."}{" "}
        A command is shown exactly before it starts.
      </p>
      <ul>
        {servers.map((server) => {
          const address = describeServer(server);
          return (
            <li key={server.name}>
              <StarterButton
                icon={server.target.kind === "http" ? Globe : Terminal}
                title={server.name}
                example={address === server.name ? "" : address}
                onPress={() => connector.chooseServer(server)}
              />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function titleOf(form: PasteForm, count: number): string {
  if (form === "package") return "Which command?";
  const what = form === "configuration" ? "Configuration" : "Pasted text";
  return `${what} with ${formatCount(count, "server")}`;
}
