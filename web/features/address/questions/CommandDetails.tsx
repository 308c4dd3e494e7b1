/** Shows a command as it will be started: one argument per line, with directory, environment and changes. */
import { diffArrays } from "diff";
import { useState } from "react";
import { quoteWord } from "../../../../shared/config/commandLine.ts";
import type { StdioTarget } from "../../../../shared/config/target.ts";
import { hiddenKinds } from "../../../../shared/core/text/visibleText.ts";
import { hiddenKindNames } from "../../../messages/consentMessages.ts";
import type { ApprovedCommand } from "../../../stores/servers/configuredApprovals.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { ExactText } from "./ExactText.tsx";
import styles from "./Questions.module.css";

export interface CommandDetailsProps {
  readonly target: StdioTarget;
  /** Variables whose values are shown without pressing Show values. */
  readonly shownValues: "all" | "unless-secret" | "none";
  /** The differences from the command that was approved last. */
  readonly change:
    | {
        readonly before: ApprovedCommand | undefined;
        readonly variables: readonly string[];
      }
    | undefined;
}

/** Whether a command contains hidden or look-alike characters. */
export function hidesSomething(target: StdioTarget): boolean {
  return textsOf(target).some((text) => hiddenKinds(text).length > 0);
}

export function CommandDetails({ target, shownValues, change }: CommandDetailsProps) {
  const hidden = [...new Set(textsOf(target).flatMap(hiddenKinds))];
  return (
    <>
      {hidden.length > 0 && (
        <Notice severity="warning" title="This command has misleading characters" isLive={false}>
          They are shown as codes: {hidden.map((kind) => hiddenKindNames[kind]).join(", ")}.
        </Notice>
      )}
      <Words target={target} before={change?.before?.words} />
      <dl className={styles.facts}>
        <dt>Directory</dt>
        <dd>
          <Directory cwd={target.cwd} change={change?.before} />
        </dd>
        <dt>Environment</dt>
        <dd>
          <Environment target={target} shownValues={shownValues} change={change} />
        </dd>
      </dl>
    </>
  );
}

/** The program has number 0, like `argv[0]`. */
function Words(props: { target: StdioTarget; before: readonly string[] | undefined }) {
  const { command, args, masked } = props.target;
  const words = [command, ...args].map((word, place) =>
    masked?.includes(place) ? "••••••••" : quoteWord(word),
  );
  const before = props.before?.map((word, place) =>
    masked?.includes(place) ? "••••••••" : quoteWord(word),
  );
  let place = 0;
  const rows = diffArrays([...(before ?? words)], words).flatMap(({ value, added, removed }) =>
    value.map((word) => ({ word, added, removed, place: removed ? undefined : place++ })),
  );
  return (
    <ol className={styles.words}>
      {rows.map(({ word, added, removed, place: number }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one question keep their order
          key={index}
          className={styles.word}
          data-number={number ?? "−"}
          data-change={added ? "added" : removed ? "removed" : undefined}
        >
          {removed ? (
            <del>
              <ExactText text={word} />
            </del>
          ) : (
            <ExactText text={word} />
          )}{" "}
        </li>
      ))}
    </ol>
  );
}

function Directory(props: { cwd: string | undefined; change: ApprovedCommand | undefined }) {
  const { cwd, change } = props;
  const isChanged = change !== undefined && (change.cwd ?? "") !== (cwd ?? "");
  return (
    <>
      {cwd ? (
        <code className={styles.exactly}>
          <ExactText text={cwd} />
        </code>
      ) : (
        "the relay's working directory"
      )}
      {isChanged && (
        <span className={styles.changed}>
          {" "}
          changed, was{" "}
          {change.cwd ? <ExactText text={change.cwd} /> : "the relay's working directory"}
        </span>
      )}
    </>
  );
}

const secretName = /key|token|secret|pass|pwd|credential|auth|cookie|session|private|dsn/i;

function Environment({ target, shownValues, change }: CommandDetailsProps) {
  const [isRevealed, setRevealed] = useState(false);
  const variables = Object.entries(target.env ?? {});
  const gone = change?.before?.environmentNames.filter(
    (name) => !variables.some(([other]) => other === name),
  );
  if (variables.length === 0 && !gone?.length) return "inherited variables only, such as PATH";
  const isShown = (name: string) =>
    isRevealed ||
    shownValues === "all" ||
    (shownValues === "unless-secret" && !secretName.test(name));
  return (
    <>
      <ul className={styles.variables}>
        {variables.map(([name, value]) => (
          <li key={name} className={styles.exactly}>
            <ExactText text={name} />={isShown(name) ? <ExactText text={value} /> : "••••••••"}
            {change?.variables.includes(name) && (
              <span className={styles.changed}> changed</span>
            )}{" "}
          </li>
        ))}
        {gone?.map((name) => (
          <li key={name} className={styles.exactly}>
            <del>
              <ExactText text={name} />
            </del>
            <span className={styles.changed}> removed</span>{" "}
          </li>
        ))}
      </ul>
      {!isRevealed && variables.some(([name]) => !isShown(name)) && (
        <Button size="small" onPress={() => setRevealed(true)}>
          Show values
        </Button>
      )}
    </>
  );
}

function textsOf({ command, args, cwd = "", env = {} }: StdioTarget): readonly string[] {
  return [command, ...args, cwd, ...Object.entries(env).flat()];
}
