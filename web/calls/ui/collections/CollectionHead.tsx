/** Chooses and names a collection, runs its calls, and says how they ended. */
import { ChevronDown, Play, Plus, Square, SquarePen, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { AlertDialog } from "../../../ui/overlays/AlertDialog.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { outcomeText } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import type { OpenCollection } from "../../store/collections/storedCollections.ts";
import styles from "./SavedCalls.module.css";

interface CollectionHeadProps {
  readonly collections: Collections;
  readonly shown: OpenCollection;
}

export function CollectionHead({ collections, shown }: CollectionHeadProps) {
  const { id, collection } = shown;
  const all = useStore(collections, (state) => state.all) ?? [];
  const [isAsking, setAsking] = useState(false);
  const [isNamed, name] = useState(false);
  const rename = (text: string) => {
    name(false);
    if (text !== "") collections.change(id, { collection: { ...collection, name: text } });
  };
  return (
    <Stack gap={2} className={styles.head}>
      <Row gap={2}>
        {isNamed ? (
          <TextField
            label="Name of the collection"
            hideLabel
            autoFocus
            defaultValue={collection.name}
            maxLength={200}
            onBlur={({ target }) => rename((target as HTMLInputElement).value.trim())}
            className={styles.grow}
          />
        ) : all.length > 1 ? (
          <Select
            label="Collection"
            hideLabel
            choices={all.map((each) => ({ id: each.id, label: each.collection.name }))}
            value={id}
            onChange={collections.show}
            className={styles.grow}
          />
        ) : (
          <Heading level={2} isCut className={styles.grow}>
            {collection.name}
          </Heading>
        )}
        <Menu
          label="Collection"
          trigger={
            <Button size="small" variant="quiet" icon={ChevronDown}>
              More
            </Button>
          }
          actions={[
            { id: "rename", label: "Rename", icon: SquarePen, onAction: () => name(true) },
            {
              id: "new",
              label: "New collection",
              icon: Plus,
              onAction: () => collections.create(`My calls ${all.length + 1}`),
            },
            {
              id: "delete",
              label: "Delete collection",
              icon: Trash2,
              onAction: () => setAsking(true),
            },
          ]}
        />
      </Row>
      <Environments collections={collections} shown={shown} />
      <RunAll collections={collections} shown={shown} />
      <AlertDialog
        title="Delete the collection?"
        confirmLabel="Delete"
        isDanger
        isGuarded={false}
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false);
          collections.remove(id);
        }}
        onCancel={() => setAsking(false)}
      >
        Its calls are deleted in this browser. Export it first to keep a copy.
      </AlertDialog>
    </Stack>
  );
}

const none = "";

function Environments({ collections, shown }: CollectionHeadProps) {
  const { id, environmentName, collection } = shown;
  if (collection.environments.length === 0) return null;
  return (
    <Select
      label="Environment"
      choices={[
        { id: none, label: "No environment" },
        ...collection.environments.map(({ name }) => ({ id: name, label: name })),
      ]}
      value={environmentName ?? none}
      onChange={(name) =>
        collections.change(id, { environmentName: name === none ? undefined : name })
      }
    />
  );
}

/** The button that runs all calls, with the outcome beside it. */
export function RunAll({ collections, shown }: CollectionHeadProps) {
  const { calls } = shown.collection;
  const { isRunning, results } = useStore(collections);
  const isConnected = useConnection().state.kind === "connected";
  const all = calls.map((call) => results.get(call));
  const text = outcomeText(all);
  return (
    <Row gap={2} wraps>
      {isRunning ? (
        <Button icon={Square} onPress={collections.stop}>
          Stop
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={Play}
          isDisabled={!isConnected || calls.length === 0}
          onPress={() => void collections.run(shown.id, calls)}
        >
          Run all {calls.length > 0 && calls.length}
        </Button>
      )}
      <Row as="p" gap={1}>
        {text !== "" && <StateGlyph state={/ failed/.test(text) ? "failed" : "ok"} />}
        <Text size="small" tone="muted" isNumeric>
          <span role="status">{text || (!isConnected && "Connect to a server to run them.")}</span>
        </Text>
      </Row>
    </Row>
  );
}
