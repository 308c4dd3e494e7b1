/** The checks of a saved call: what each demands, whether it holds, and the value now where it does not. */

import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { CheckResult } from "../../../../shared/collections/assertions.ts";
import type { Assertion } from "../../../../shared/collections/collection.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { shortened } from "../../../../shared/core/text/shortened.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { assertionText, checkProblemText } from "../../../../shared/messages/collectionText.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { type ShownResult, shownPointer } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import { placeOfValue, suggestedChecks, valueIn } from "../../store/collections/suggestedChecks.ts";
import { CheckFields } from "./CheckFields.tsx";
import styles from "./SavedCalls.module.css";

interface CheckListProps {
  readonly assertions: readonly Assertion[];
  readonly result: ShownResult | undefined;
  /** The last answer, from which new checks take their values: `{"result":…}` or `{"error":…}`. */
  readonly answerText: string | undefined;
  readonly sameAnswer: Collections["sameAnswer"];
  readonly onChange: (assertions: readonly Assertion[]) => void;
}

const kinds: readonly { readonly id: Assertion["kind"]; readonly label: string }[] = [
  { id: "equals", label: "Equals" },
  { id: "contains", label: "Contains" },
  { id: "same", label: "Same except times and ids" },
  { id: "fits-output-schema", label: "Fits the output schema" },
  { id: "faster-than", label: "Faster than" },
  { id: "fails", label: "Fails" },
];

export function CheckList(props: CheckListProps) {
  const { assertions, result, answerText, sameAnswer, onChange } = props;
  const resultText = answerText && textAt(answerText, ["result"]);
  /** The index of the check whose fields are shown. */
  const [edited, edit] = useState<number>();
  const answered = result?.kind === "answered" ? result : undefined;
  const checks = answered?.checks ?? [];
  const mayFail = assertions.some(({ kind }) => kind === "fails" || kind === "same");
  const add = (assertion: Assertion) => onChange([...assertions, assertion]);
  const replace = (at: number, next: Assertion) => onChange(assertions.with(at, next));
  const same = answerText === undefined ? undefined : sameAnswer(answerText);
  const made = (kind: Assertion["kind"]): Assertion => {
    const at = placeOfValue(resultText);
    switch (kind) {
      case "equals":
      case "contains":
        return { kind, at, valueText: valueIn(resultText, at) ?? '""' };
      case "faster-than":
        return { kind, ms: 1000 };
      case "same":
        return same ?? { kind, valueText: "{}", except: [] };
      default:
        return { kind };
    }
  };
  const suggested = suggestedChecks(assertions, {
    resultText,
    ms: answered?.answered.ms,
    hasOutputSchema: getOwn(answered?.tool, "outputSchema") !== undefined,
  });
  return (
    <Stack as="section" gap={2}>
      <Row gap={2}>
        <Heading level={3}>Checks</Heading>
        <Text size="small" tone="muted" className={styles.grow}>
          {answerText !== undefined && "filled in from the last answer"}
        </Text>
        <Menu
          label="Add check"
          trigger={
            <Button size="small" variant="quiet" icon={Plus}>
              Add check
            </Button>
          }
          actions={kinds
            .filter(({ id }) => id !== "same" || same !== undefined)
            .map(({ id, label }) => ({
              id,
              label,
              onAction: () => {
                add(made(id));
                edit(assertions.length);
              },
            }))}
        />
      </Row>
      <ul aria-label="Checks" className={styles.checks}>
        {!mayFail && (
          <Check
            check={checks[0]}
            assertion={{ kind: "succeeds" }}
            accept={{ label: "Expect the error", onPress: () => add({ kind: "fails" }) }}
          />
        )}
        {assertions.map((assertion, at) => (
          <Check
            // biome-ignore lint/suspicious/noArrayIndexKey: checks have no other identity
            key={`${at} ${assertion.kind}`}
            check={checks[mayFail ? at : at + 1]}
            assertion={assertion}
            accept={acceptOf(assertion, { resultText, same }, (next) => replace(at, next))}
            ignore={(pointer) =>
              assertion.kind === "same" &&
              replace(at, { ...assertion, except: [...assertion.except, pointer] })
            }
            onDelete={() => onChange(assertions.filter((_, index) => index !== at))}
          >
            <CheckFields
              assertion={assertion}
              resultText={resultText}
              isOpen={edited === at}
              onOpen={(isOpen) => edit(isOpen ? at : undefined)}
              onChange={(next) => replace(at, next)}
            />
          </Check>
        ))}
      </ul>
      {suggested.length > 0 && (
        <Row gap={2} wraps>
          <Text size="small" tone="muted">
            Suggested from the answer:
          </Text>
          {suggested.map((assertion) => (
            <Button
              key={assertionText(assertion)}
              size="small"
              className={styles.suggestion}
              onPress={() => add(assertion)}
            >
              {escapeHidden(shortened(assertionText(assertion), 60))}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  );
}

/** Characters of a value on the button that accepts it: all of them fit on a phone. */
const maxAcceptedLength = 20;

interface Accept {
  readonly label: string;
  readonly onPress: () => void;
}

/** Takes the value of the last answer as the expected one. */
function acceptOf(
  assertion: Assertion,
  { resultText, same }: { resultText: string | undefined; same: Assertion | undefined },
  replace: (next: Assertion) => void,
): Accept | undefined {
  if (assertion.kind === "same") {
    if (same?.kind !== "same") return undefined;
    const next = { ...same, except: assertion.except };
    return { label: "Accept as new answer", onPress: () => replace(next) };
  }
  if (!("at" in assertion)) return undefined;
  const valueText = valueIn(resultText, assertion.at);
  if (valueText === undefined) return undefined;
  const label = `Accept ${escapeHidden(shortened(valueText, maxAcceptedLength))}`;
  return { label, onPress: () => replace({ ...assertion, valueText }) };
}

interface CheckProps {
  readonly check: CheckResult | undefined;
  readonly assertion: CheckResult["assertion"];
  readonly accept?: Accept | undefined;
  readonly ignore?: (pointer: string) => void;
  readonly onDelete?: () => void;
  /** Its fields. */
  readonly children?: React.ReactNode;
}

function Check({ check, assertion, accept, ignore, onDelete, children }: CheckProps) {
  const problem = check?.problem;
  return (
    <li data-failed={problem !== undefined || undefined}>
      <Row gap={2} align="baseline">
        {check ? (
          <StateGlyph
            state={problem ? "failed" : "ok"}
            label={problem ? "Failed" : "Passed"}
            className={styles.glyph}
          />
        ) : (
          <span className={styles.glyph} />
        )}
        <CheckText assertion={assertion} />
        {onDelete && <IconButton label="Delete check" icon={X} size="small" onPress={onDelete} />}
      </Row>
      {problem && (
        <Row gap={2} wraps className={styles.problem}>
          {"found" in problem && problem.code === "differs" ? (
            <span>
              Now <Text isMono>{escapeHidden(shortened(problem.found, 120))}</Text>
            </span>
          ) : (
            <span>{escapeHidden(problemOf(check))}</span>
          )}
          {accept && (
            <Button size="small" onPress={accept.onPress}>
              {accept.label}
            </Button>
          )}
          {ignore &&
            changedPointers(check).map((pointer) => (
              <Button key={pointer} size="small" variant="quiet" onPress={() => ignore(pointer)}>
                Ignore {escapeHidden(shortened(shownPointer(pointer), 60))}
              </Button>
            ))}
        </Row>
      )}
      {children}
    </li>
  );
}

/** Pointers of changes that are offered. */
const maxOffered = 3;

/** What an answer differs in, as rules for any item of a list. */
export function changedPointers(check: CheckResult | undefined): readonly string[] {
  const pointers = (check?.comparison?.changes ?? []).map(({ pointer }) =>
    pointer.replace(/\/\d+(?=\/|$)/g, "/*"),
  );
  return [...new Set(pointers)].filter((pointer) => pointer !== "").slice(0, maxOffered);
}

function problemOf({ problem, comparison }: CheckResult): string {
  const count = comparison?.changes.length ?? 0;
  if (problem?.code === "changed" && count > 0) {
    return `${formatCount(count, "value differs", "values differ")}.`;
  }
  return problem ? checkProblemText(problem) : "";
}

/** What a check demands, in columns. */
function CheckText({ assertion }: Pick<CheckProps, "assertion">) {
  const [subject, demand, value] = partsOf(assertion);
  return (
    <span className={styles.demand}>
      <Text isMono isCut>
        {escapeHidden(subject)}
      </Text>
      <Text size="small" isCut>
        {demand && <Text tone="muted">{demand} </Text>}
        {value && <Text isMono>{escapeHidden(shortened(value, 200))}</Text>}
      </Text>
    </span>
  );
}

function partsOf(
  assertion: CheckResult["assertion"],
): readonly [subject: string, demand?: string, value?: string] {
  switch (assertion.kind) {
    case "succeeds":
      return ["succeeds"];
    case "fails":
      return ["fails"];
    case "fits-output-schema":
      return ["/structuredContent", "fits the output schema"];
    case "faster-than":
      return ["answers", "within", `${assertion.ms} ms`];
    case "same":
      return ["/", "same except times and ids", assertion.except.map(shownPointer).join(", ")];
    default:
      return [assertion.at || "/", assertion.kind, assertion.valueText];
  }
}
