/** The calls and conversations of this browser, and the calls that were saved, in one place with a switch. */
import { type ReactNode, useState } from "react";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { SavedCallsView } from "../collections/SavedCallsView.tsx";
import styles from "./HistoryView.module.css";
import { HistoryView } from "./HistoryView.tsx";

interface HistoryTabProps {
  /** Renders the conversations that have the words of a search. */
  readonly renderConversations: (query: string) => ReactNode;
}

export function HistoryTab({ renderConversations }: HistoryTabProps) {
  const { view } = useStores();
  const isSaved = useView(({ pane }) => pane === "collections");
  const [areChatsShown, showChats] = useState(false);
  const [query, setQuery] = useState("");
  return (
    <section aria-label={isSaved ? "Saved calls" : "History"} className={styles.tab}>
      <div className={styles.bar}>
        <RadioGroup
          label="Calls to show"
          hideLabel
          look="segments"
          choices={[
            { id: "history", label: "Recent" },
            { id: "chats", label: "Conversations" },
            { id: "collections", label: "Saved" },
          ]}
          value={isSaved ? "collections" : areChatsShown ? "chats" : "history"}
          onChange={(section) => {
            showChats(section === "chats");
            view.showPane(section === "collections" ? section : "history");
          }}
        />
        {!isSaved && (
          <SearchField
            label="Search history"
            placeholder="Search"
            value={query}
            onChange={setQuery}
          />
        )}
      </div>
      <div className={styles.calls}>
        {isSaved ? (
          <SavedCallsView />
        ) : areChatsShown ? (
          renderConversations(query)
        ) : (
          <HistoryView query={query} />
        )}
      </div>
    </section>
  );
}
