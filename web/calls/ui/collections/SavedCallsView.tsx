/** Saved calls in collections: run one or all, and see which assertions hold. */
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useOnDemand } from "../../../stores/useOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import type { Collections } from "../../store/collections/collections.ts";
import { callOfOpenItem } from "../../store/collections/openCall.ts";
import type { OpenCollection } from "../../store/collections/storedCollections.ts";
import { CallEditor } from "./CallEditor.tsx";
import { CallRows } from "./CallRows.tsx";
import { CollectionBar } from "./CollectionBar.tsx";
import { CollectionRunBar } from "./CollectionRunBar.tsx";
import { ImportButton } from "./ImportButton.tsx";
import { RunQuestion } from "./RunQuestion.tsx";
import { VariablesEditor } from "./VariablesEditor.tsx";

const loadCollections = (collections: Collections) => collections.load();

export function SavedCallsView() {
  const { collections } = useStores();
  const opened = useOnDemand(collections, loadCollections);
  return (
    <section aria-label="Saved calls" className={layout.view}>
      {opened && <Opened collections={opened} />}
    </section>
  );
}

function Opened({ collections }: { collections: Collections }) {
  const { all = [], shownId } = useStore(collections);
  const shown = all.find(({ id }) => id === shownId);
  if (!shown) {
    return (
      <EmptyState
        title="No saved calls yet"
        actions={
          <>
            <Button variant="primary" onPress={() => collections.create("My calls")}>
              New collection
            </Button>
            <ImportButton collections={collections} />
          </>
        }
      >
        A collection holds calls with arguments and assertions. Run one or all of them here, or with
        mcp-playground run in CI. Collections are stored encrypted in this browser.
      </EmptyState>
    );
  }
  return <Shown key={shown.id} collections={collections} shown={shown} />;
}

function Shown({ collections, shown }: { collections: Collections; shown: OpenCollection }) {
  const stores = useStores();
  const { id, collection } = shown;
  const { calls } = collection;
  const at = useStore(collections, (state) => state.shownCall);
  const call = calls[at];
  const setCalls = (next: typeof calls) =>
    collections.change(id, { collection: { ...collection, calls: next } });
  const save = () => {
    const open = callOfOpenItem(stores);
    if (open) collections.saveCall(open);
  };
  return (
    <div className={layout.parts}>
      <div className={layout.side}>
        <CollectionBar collections={collections} shown={shown} />
        <CollectionRunBar collections={collections} shown={shown} onSave={save} />
        <CallRows
          collections={collections}
          calls={calls}
          shown={at}
          onShow={collections.showCall}
        />
        <VariablesEditor collections={collections} shown={shown} />
        <RunQuestion collections={collections} />
      </div>
      <div className={layout.detail}>
        {call ? (
          <CallEditor
            key={at}
            collections={collections}
            collectionId={id}
            call={call}
            onChange={(next) => setCalls(calls.map((each, index) => (index === at ? next : each)))}
            onRemove={() => {
              setCalls(calls.filter((_, index) => index !== at));
              collections.showCall(Math.max(0, at - 1));
            }}
          />
        ) : (
          <EmptyState title="No calls yet">
            Select a tool, prompt or resource, fill in its arguments, and press Save call beside it.
          </EmptyState>
        )}
      </div>
    </div>
  );
}
