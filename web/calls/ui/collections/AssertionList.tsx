/** Edits the assertions of a saved call. */
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Assertion } from "../../../../shared/collections/collection.ts";
import { pointerNames } from "../../../../shared/core/json/pointer.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { isJson } from "../../../../shared/core/json/tokenRanges.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import { DraftField } from "./DraftField.tsx";
import styles from "./SavedCalls.module.css";

interface AssertionListProps {
  readonly assertions: readonly Assertion[];
  /** The JSON text of the last result, from which new assertions take their values. */
  readonly resultText: string | undefined;
  readonly onChange: (assertions: readonly Assertion[]) => void;
}

const kinds: readonly { readonly id: Assertion["kind"]; readonly label: string }[] = [
  { id: "equals", label: "Equals" },
  { id: "contains", label: "Contains" },
  { id: "fits-output-schema", label: "Fits the output schema" },
  { id: "faster-than", label: "Faster than" },
  { id: "fails", label: "Fails" },
];

export function AssertionList({ assertions, resultText, onChange }: AssertionListProps) {
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
                onChange={(kind) => replace(index, assertionOf(kind, resultText))}
                className={styles.grow}
              />
              <IconButton
                label="Delete assertion"
                icon={Trash2}
                size="small"
                onPress={() => onChange(assertions.filter((_, at) => at !== index))}
              />
              <div className={styles.assertionFields}>
                <AssertionFields
                  assertion={assertion}
                  resultText={resultText}
                  onChange={(next) => replace(index, next)}
                />
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
          onAction: () => onChange([...assertions, assertionOf(id, resultText)]),
        }))}
      />
    </section>
  );
}

/** Where a result usually says what it is about. */
const usualPlaces = [
  "/content/0/text",
  "/structuredContent",
  "/contents/0/text",
  "/messages/0/content/text",
];

/** The most characters of a value that are edited in a field. */
const maxValueLength = 4000;

/** The longest result that values are taken from, in UTF-16 code units; each is a scan of it. */
const maxResultLength = 256 * 1024;

/** The value of a result at a JSON Pointer; undefined if there is none, or if it is long. */
function valueIn(resultText: string | undefined, pointer: string): string | undefined {
  if (resultText === undefined || resultText.length > maxResultLength) return undefined;
  let text: string | undefined = resultText;
  for (const name of pointerNames(pointer)) {
    text = text && (textAt(text, [name]) ?? textAt(text, [Number(name)]));
  }
  return text !== undefined && text.length <= maxValueLength ? text : undefined;
}

function assertionOf(kind: Assertion["kind"], resultText: string | undefined): Assertion {
  switch (kind) {
    case "equals":
    case "contains": {
      const at = usualPlaces.find((place) => valueIn(resultText, place) !== undefined);
      const [first = ""] = usualPlaces;
      return { kind, at: at ?? first, valueText: (at && valueIn(resultText, at)) ?? '""' };
    }
    case "faster-than":
      return { kind, ms: 1000 };
    default:
      return { kind };
  }
}

interface AssertionFieldsProps {
  readonly assertion: Assertion;
  readonly resultText: string | undefined;
  readonly onChange: (assertion: Assertion) => void;
}

function AssertionFields({ assertion, resultText, onChange }: AssertionFieldsProps) {
  /** How often the value was taken from another place of the result. */
  const [taken, setTaken] = useState(0);
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
            onChange={(at) => {
              const moved = movedTo(assertion, at, resultText);
              if (moved.valueText !== assertion.valueText) setTaken(taken + 1);
              onChange(moved);
            }}
          />
          <DraftField
            key={taken}
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

type ValueAssertion = Extract<Assertion, { readonly at: string }>;

/** Another place of the result; a value that was taken from the result is taken from there. */
function movedTo(
  { at: before, ...assertion }: ValueAssertion,
  at: string,
  resultText: string | undefined,
): ValueAssertion {
  const { valueText } = assertion;
  const isTaken = valueText === '""' || valueText === valueIn(resultText, before);
  const value = isTaken ? valueIn(resultText, at) : undefined;
  return { ...assertion, at, valueText: value ?? valueText };
}
