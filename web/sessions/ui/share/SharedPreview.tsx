/** Previews the content of an opened link before anything is contacted. */
import { useStore } from "zustand";
import { ExactText } from "../../../content/ExactText.tsx";
import { JsonView } from "../../../editor/JsonView.tsx";
import { shownServer } from "../../../servers/store/server.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./SharedPreview.module.css";
import { useSelectedDraft } from "./useSelectedDraft.ts";

const kinds = {
  tool: "Tool",
  resource: "Resource",
  template: "Resource template",
  prompt: "Prompt",
  skill: "Skill",
  event: "Event",
};

export function SharedPreview() {
  const { servers, connections } = useStores();
  const { address, selection, settings } = useStore(servers.all, shownServer);
  const { revision, environment, directory } = settings;
  const draft = useSelectedDraft();
  return (
    <section aria-label="Shared session" className={styles.preview}>
      <h2 className={styles.heading}>A shared session</h2>
      <Text as="p" tone="muted">
        Opened from a link. No server has been contacted, and nothing was started.
      </Text>
      <Stack as="dl" gap={1} className={styles.facts}>
        <Fact name="Server" value={address} />
        <Fact name="Protocol revision" value={revision === "auto" ? "Auto" : revision} />
        {directory && <Fact name="Directory" value={directory} />}
        {environment.length > 0 && (
          <Fact
            name="Environment"
            value={`${environment.map(([name]) => name).join(", ")} (values are yours to set)`}
          />
        )}
        {selection && <Fact name={kinds[selection.kind]} value={selection.name} />}
      </Stack>
      {draft && <JsonView text={draft.argumentsText} label="Arguments" pretty maxHeight="40vh" />}
      <div>
        <Button variant="primary" onPress={connections.connector.connect}>
          Connect to this server
        </Button>
      </div>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <ExactText text={value} />
      </dd>
    </div>
  );
}
