/** Runs all calls of a collection in an environment, and counts those that passed. */
import { BookmarkPlus, Play, Square } from "lucide-react";
import { useStore } from "zustand";
import { hasPassed } from "../../../../shared/collections/runCalls.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useSelection } from "../../../servers/hooks/useShownServer.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import type { Collections } from "../../store/collections/collections.ts";
import type { OpenCollection } from "../../store/collections/storedCollections.ts";
import styles from "./SavedCalls.module.css";

interface CollectionRunBarProps {
  readonly collections: Collections;
  readonly shown: OpenCollection;
  /** Adds the item that is open to the collection. */
  readonly onSave: () => void;
}

const none = "";

export function CollectionRunBar({ collections, shown, onSave }: CollectionRunBarProps) {
  const { id, environmentName } = shown;
  const { calls, environments } = shown.collection;
  const { isRunning, results } = useStore(collections);
  const selected = useSelection();
  const isConnected = useConnection().state.kind === "connected";
  const ended = calls.flatMap((call) => {
    const result = results.get(call);
    return result && result.kind !== "running" ? [hasPassed(result)] : [];
  });
  const passed = ended.filter(Boolean).length;
  return (
    <div className={styles.bar}>
      {environments.length > 0 && (
        <Select
          label="Environment"
          choices={[
            { id: none, label: "No environment" },
            ...environments.map(({ name }) => ({ id: name, label: name })),
          ]}
          value={environmentName ?? none}
          onChange={(name) =>
            collections.change(id, { environmentName: name === none ? undefined : name })
          }
          className={styles.grow}
        />
      )}
      {isRunning ? (
        <Button icon={Square} onPress={collections.stop}>
          Stop
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={Play}
          isDisabled={!isConnected || calls.length === 0}
          onPress={() => void collections.run(id, calls)}
        >
          Run all
        </Button>
      )}
      <Button icon={BookmarkPlus} isDisabled={selected === undefined} onPress={onSave}>
        Save open call
      </Button>
      <p role="status" className={layout.note}>
        {ended.length > 0
          ? `${passed} of ${formatCount(calls.length, "call")} passed`
          : !isConnected && "Connect to a server to run them."}
      </p>
    </div>
  );
}
