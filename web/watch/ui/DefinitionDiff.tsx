/** Shows a definition before and after a change. */
import type { ItemDefinitions } from "../../servers/store/catalog/definitionChanges.ts";
import { DiffTable } from "../../ui/diff/DiffTable.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";

export function DefinitionDiff(props: {
  name: string;
  definitions: ItemDefinitions;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { name, definitions, isOpen, onOpenChange } = props;
  return (
    <Dialog
      title={`Difference in ${name}`}
      size="large"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <DiffTable
        label="Definition"
        titles={["Before", "After"]}
        before={textOf(definitions.before)}
        after={textOf(definitions.after)}
      />
    </Dialog>
  );
}

function textOf(definition: unknown): string {
  return JSON.stringify(definition, null, 2);
}
