/** Edits the assertions of a saved call. */
import { Plus, Trash2 } from "lucide-react";
import type { Assertion } from "../../../shared/collections/collection.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import layout from "../../ui/lists/listDetail.module.css";
import { Menu } from "../../ui/overlays/Menu.tsx";
import { DraftField } from "./DraftField.tsx";
import styles from "./SavedCalls.module.css";

export interface AssertionListProps {
  readonly assertions: readonly Assertion[];
  readonly onChange: (assertions: readonly Assertion[]) => void;
}

const kinds: readonly { readonly id: Assertion["kind"]; readonly label: string }[] = [
  { id: "equals", label: "Equals" },
  { id: "contains", label: "Contains" },
  { id: "fits-output-schema", label: "Fits the output schema" },
  { id: "faster-than", label: "Faster than" },
  { id: "fails", label: "Fails" },
];

export function AssertionList({ assertions, onChange }: AssertionListProps) {
  const replace = (at: number, next: Assertion) =>
    onChange(assertions.map((each, index) => (index === at ? next : each)));
  return (
    <section className={styles.assertions}>
      <h3 className={layout.heading}>Assertions</h3>
      {assertions.length === 0 && (
        <p className={layout.note}>The call has to succeed. Add further assertions.</p>
      )}
      {assertions.length > 0 && (
        <ul aria-label="Assertions" className={styles.rows}>
          {assertions.map((assertion, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: assertions have no other identity
            <li key={`${index} ${assertion.kind}`} className={styles.assertion}>
              <Select
                label="Kind"
                hideLabel
                choices={kinds}
                value={assertion.kind}
                onChange={(kind) => replace(index, assertionOf(kind))}
                className={styles.grow}
              />
              <IconButton
                label="Delete assertion"
                icon={Trash2}
                size="small"
                onPress={() => onChange(assertions.filter((_, at) => at !== index))}
              />
              <div className={styles.assertionFields}>
                <AssertionFields assertion={assertion} onChange={(next) => replace(index, next)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Menu
        label="Add assertion"
        trigger={
          <Button size="small" variant="quiet" icon={Plus}>
            Add assertion
          </Button>
        }
        actions={kinds.map(({ id, label }) => ({
          id,
          label,
          onAction: () => onChange([...assertions, assertionOf(id)]),
        }))}
      />
    </section>
  );
}

function assertionOf(kind: Assertion["kind"]): Assertion {
  switch (kind) {
    case "equals":
    case "contains":
      return { kind, at: "/content/0/text", valueText: '""' };
    case "faster-than":
      return { kind, ms: 1000 };
    default:
      return { kind };
  }
}

function AssertionFields(props: { assertion: Assertion; onChange: (next: Assertion) => void }) {
  const { assertion, onChange } = props;
  switch (assertion.kind) {
    case "equals":
    case "contains":
      return (
        <>
          <DraftField
            label="At (JSON Pointer)"
            initial={assertion.at}
            isValid={(at) => at === "" || at.startsWith("/")}
            problem="A JSON Pointer begins with /"
            onChange={(at) => onChange({ ...assertion, at })}
          />
          <DraftField
            label="Value (JSON)"
            initial={assertion.valueText}
            isValid={isJson}
            problem="This is not JSON"
            onChange={(valueText) => onChange({ ...assertion, valueText })}
          />
        </>
      );
    case "faster-than":
      return (
        <DraftField
          label="Milliseconds"
          initial={String(assertion.ms)}
          isValid={(text) => Number(text) > 0 && Number.isFinite(Number(text))}
          problem="A number above 0"
          onChange={(text) => onChange({ ...assertion, ms: Number(text) })}
        />
      );
    default:
      return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
