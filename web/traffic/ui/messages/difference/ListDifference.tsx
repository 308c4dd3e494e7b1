/** A dialog with how a restart changed the definition of an item. */
import { useEffect, useState } from "react";
import { exactLine } from "../../../../../shared/core/text/exactText.ts";
import type { ListedChange } from "../../../../../shared/log/entry.ts";
import { startSlices } from "../../../../platform/slices.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { DiffTable } from "../../../../ui/diff/DiffTable.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { Text } from "../../../../ui/primitives/Text.tsx";
import type { LogIndex } from "../logIndex.ts";
import type { RowGroup } from "../tree/rowGroup.ts";
import { maxNameLength } from "./listChanges.ts";
import { type ListedDefinitions, listedDefinitions } from "./listedDefinitions.ts";

interface ListDifferenceProps {
  readonly group: RowGroup;
  readonly change: ListedChange;
  readonly index: LogIndex;
  readonly onClose: () => void;
}

export function ListDifference({ group, change, index, onClose }: ListDifferenceProps) {
  const { log } = useStores().traffic;
  const [found, setFound] = useState<ListedDefinitions>();
  useEffect(() => {
    let isStopped = false;
    void listedDefinitions({ group, change }, log, index, startSlices()).then((definitions) => {
      if (!isStopped) setFound(definitions);
    });
    return () => {
      isStopped = true;
    };
  }, [group, change, log, index]);
  const isKnown = found?.before !== undefined || found?.after !== undefined;
  return (
    <Dialog
      title={`Difference in ${exactLine(change.name, maxNameLength)}`}
      size="large"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {found && isKnown ? (
        <DiffTable
          label="Definition"
          titles={["Before", "After"]}
          before={found.before ?? ""}
          after={found.after ?? ""}
        />
      ) : (
        <Text as="p" tone="muted">
          {found ? "The log no longer has these lists." : "Reading the lists…"}
        </Text>
      )}
    </Dialog>
  );
}
