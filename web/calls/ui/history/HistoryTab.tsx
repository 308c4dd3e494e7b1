/** Earlier calls and conversations, saved calls and recordings, in one place with a switch. */
import { FolderOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FileChooser } from "../../../ui/fields/FileChooser.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { SavedActions } from "../collections/SavedActions.tsx";
import { SavedCallsView } from "../collections/SavedCallsView.tsx";
import { RecordingsView } from "../recordings/RecordingsView.tsx";
import styles from "./HistoryView.module.css";
import { HistoryView } from "./HistoryView.tsx";

interface HistoryTabProps {
  /** Renders the conversations that have the words of a search. */
  readonly renderConversations: (query: string) => ReactNode;
}

type Section = "history" | "chats" | "collections" | "recordings";

const labels: Readonly<Record<Section, string>> = {
  history: "History",
  chats: "History",
  collections: "Saved calls",
  recordings: "Recordings",
};

export function HistoryTab({ renderConversations }: HistoryTabProps) {
  const { view } = useStores();
  const pane = useView((state) => state.pane);
  const [areChatsShown, showChats] = useState(false);
  const [query, setQuery] = useState("");
  const isOther = pane === "collections" || pane === "recordings";
  const section: Section = isOther ? pane : areChatsShown ? "chats" : "history";
  return (
    <Stack as="section" gap={0} aria-label={labels[section]} className={styles.tab}>
      <Row gap={3} wraps className={styles.bar}>
        <RadioGroup<Section>
          label="Calls to show"
          hideLabel
          look="segments"
          choices={[
            { id: "history", label: "Recent" },
            { id: "collections", label: "Saved" },
            { id: "recordings", label: "Recordings" },
            { id: "chats", label: "Conversations" },
          ]}
          value={section}
          onChange={(next) => {
            showChats(next === "chats");
            view.showPane(next === "chats" ? "history" : next);
          }}
        />
        <Row gap={1} wraps className={styles.barEnd}>
          {section === "collections" ? (
            <SavedActions />
          ) : section === "recordings" ? (
            <OpenRecordingButton />
          ) : (
            <SearchField
              label="Search history"
              placeholder="Search arguments and results"
              value={query}
              onChange={setQuery}
              className={styles.search}
            />
          )}
        </Row>
      </Row>
      <div className={styles.calls}>
        {section === "collections" ? (
          <SavedCallsView />
        ) : section === "recordings" ? (
          <RecordingsView />
        ) : section === "chats" ? (
          renderConversations(query)
        ) : (
          <HistoryView query={query} />
        )}
      </div>
    </Stack>
  );
}

function OpenRecordingButton() {
  const { recordings } = useStores().sessions;
  return (
    <FileChooser
      label="File of a recording"
      accept=".json,.har,application/json"
      onFile={(file) => void recordings.open({ kind: "file", file })}
    >
      {(choose) => (
        <Button variant="quiet" icon={FolderOpen} onPress={choose}>
          Open a recording
        </Button>
      )}
    </FileChooser>
  );
}
