/** The calls of this browser and those that were saved, in one place with a switch. */
import { useState } from "react";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { SavedCallsView } from "../collections/SavedCallsView.tsx";
import styles from "./HistoryView.module.css";
import { HistoryView } from "./HistoryView.tsx";

export function HistoryTab() {
  const { view } = useStores();
  const section = useView(({ pane }) => (pane === "collections" ? "collections" : "history"));
  const isSaved = section === "collections";
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
            { id: "collections", label: "Saved" },
          ]}
          value={section}
          onChange={view.showPane}
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
        {isSaved ? <SavedCallsView /> : <HistoryView query={query} />}
      </div>
    </section>
  );
}
