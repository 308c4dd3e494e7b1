/** Lists what changed in a server's tools, resources and prompts. */
import { useState } from "react";
import { changeText } from "../../content/changeMessages.ts";
import type { ItemChange, ItemDefinitions } from "../../servers/store/catalog/definitionChanges.ts";
import { traitsOfKind } from "../../servers/store/catalog/items.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DiffTable } from "../../ui/diff/DiffTable.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import styles from "./EditLoopReport.module.css";

const tones = { added: "in", removed: "violation", changed: "accent" } as const;

export function ChangeList({ changes }: { changes: readonly ItemChange[] }) {
  if (changes.length === 0)
    return <p>The definitions of tools, resources and prompts did not change.</p>;
  return (
    <ul aria-label="What changed" className={styles.changes}>
      {changes.map((change) => (
        <Change key={`${change.kind} ${change.name}`} change={change} />
      ))}
    </ul>
  );
}

function Change({
  change: { kind, name, change, differences, definitions },
}: {
  change: ItemChange;
}) {
  const { view } = useStores();
  const [isShown, setShown] = useState<boolean>();
  const open = () => view.openItem({ kind, name });
  return (
    <li className={styles.change}>
      <span>
        <Badge tone={tones[change]}>{change}</Badge>{" "}
        {traitsOfKind(kind).heading.replace(/s$/, "").toLowerCase()}{" "}
        {change === "removed" ? (
          <span className={styles.name}>{name}</span>
        ) : (
          <Button variant="quiet" size="small" className={styles.name} onPress={open}>
            {name}
          </Button>
        )}
        {definitions && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Show difference in ${name}`}
            aria-haspopup="dialog"
            onPress={() => setShown(true)}
          >
            Show difference
          </Button>
        )}
      </span>
      {differences.length > 0 && (
        <ul className={styles.differences}>
          {differences.map((difference) => {
            const words = changeText(difference);
            return <li key={words}>{words}</li>;
          })}
        </ul>
      )}
      {definitions && isShown !== undefined && (
        <DefinitionDiff
          name={name}
          definitions={definitions}
          isOpen={isShown}
          onOpenChange={setShown}
        />
      )}
    </li>
  );
}

function DefinitionDiff(props: {
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
