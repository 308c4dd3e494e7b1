/** Saved calls in collections: run one or all, and see which assertions hold. */
import { BookmarkPlus } from "lucide-react";
import { useStore } from "zustand";
import type { SavedCall } from "../../../../shared/collections/collection.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { formatCount, formatMs } from "../../../messages/quantities.ts";
import { useSelection } from "../../../servers/hooks/useShownServer.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useOnDemand } from "../../../stores/useOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { resultState } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import { callOfOpenItem, lastResultOf } from "../../store/collections/openCall.ts";
import type { OpenCollection } from "../../store/collections/storedCollections.ts";
import { CallEditor } from "./CallEditor.tsx";
import { CollectionHead } from "./CollectionHead.tsx";
import { ImportButton } from "./ImportButton.tsx";
import styles from "./SavedCalls.module.css";
import { VariablesEditor } from "./VariablesEditor.tsx";

const loadCollections = (collections: Collections) => collections.load();

export function SavedCallsView() {
  const { collections } = useStores().calls;
  const opened = useOnDemand(collections, loadCollections);
  return <div className={layout.view}>{opened && <Opened collections={opened} />}</div>;
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
        Keep calls with assertions, and run them here or in CI.
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
    if (open) collections.saveCall(open, lastResultOf(stores, open));
  };
  const hasSelection = useSelection() !== undefined;
  return (
    <div className={cx(layout.parts, styles.parts)}>
      <div className={layout.side}>
        <CollectionHead collections={collections} shown={shown} />
        <CallRows
          collections={collections}
          calls={calls}
          shown={at}
          onShow={collections.showCall}
        />
        <Button
          variant="quiet"
          icon={BookmarkPlus}
          isDisabled={!hasSelection}
          className={styles.save}
          onPress={save}
        >
          Save open call
        </Button>
        <VariablesEditor collections={collections} shown={shown} />
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
            Press Save call beside the arguments of a tool, prompt or resource.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

interface CallRowsProps {
  readonly collections: Collections;
  readonly calls: readonly SavedCall[];
  /** The index of the call that is shown. */
  readonly shown: number;
  readonly onShow: (index: number) => void;
}

/** The calls of a collection, with the result of the last run. */
function CallRows({ collections, calls, shown, onShow }: CallRowsProps) {
  const results = useStore(collections, (state) => state.results);
  return (
    // calls have no other identity than their place
    <RowList label="Calls of the collection" items={calls} keyOf={(_, index) => index}>
      {(call, index) => {
        const result = results.get(call);
        const { state, text } = resultState(result);
        const mayFail = call.assertions.some(({ kind }) => kind === "fails" || kind === "same");
        const checks = call.assertions.length + (mayFail ? 0 : 1);
        return (
          <RowButton isCurrent={index === shown} onPress={() => onShow(index)}>
            <StateGlyph state={state} label={text} />
            <Stack as="span" gap={0} className={styles.name}>
              <Text isCut>{escapeHidden(call.name)}</Text>
              <Text size="small" isMono tone="muted" isCut>
                {escapeHidden(call.item)}
              </Text>
            </Stack>
            <Stack as="span" gap={0} className={styles.numbers}>
              <Text size="small" tone="muted" isNumeric>
                {result?.kind === "answered" && formatMs(result.answered.ms)}
              </Text>
              <Text size="small" tone="muted" isNumeric>
                {formatCount(checks, "check")}
              </Text>
            </Stack>
          </RowButton>
        );
      }}
    </RowList>
  );
}
