/** Shows a command as it will be started: one argument per line, with directory, environment and changes. */
import { diffArrays } from "diff";
import { quoteWord } from "../../../../../shared/config/commandLine.ts";
import { commandPieces, type StdioTarget } from "../../../../../shared/config/target.ts";
import {
  hasHidden,
  realText,
  type ShownText,
  uncovered,
  writtenText,
} from "../../../../../shared/core/text/shownText.ts";
import { hiddenKinds } from "../../../../../shared/core/text/visibleText.ts";
import { ExactList } from "../../../../content/ExactList.tsx";
import { ExactText } from "../../../../content/ExactText.tsx";
import { hiddenKindNames } from "../../../../messages/consentMessages.ts";
import { Notice } from "../../../../ui/Notice.tsx";
import type { ApprovedServer } from "../../../store/configured/configuredApprovals.ts";
import type { ShownValue } from "../../../store/valueOrigins.ts";
import styles from "./Questions.module.css";
import { Revealable } from "./Revealable.tsx";
import { type ServerDefinitionChange, Values } from "./Values.tsx";

interface CommandDetailsProps {
  readonly target: StdioTarget;
  readonly variables: readonly ShownValue[];
  readonly change: ServerDefinitionChange | undefined;
}

/** Whether a command contains hidden or look-alike characters. */
export function hidesSomething(target: StdioTarget): boolean {
  return textsOf(target).some((text) => hiddenKinds(text).length > 0);
}

export function CommandDetails({ target, variables, change }: CommandDetailsProps) {
  const hidden = [...new Set(textsOf(target).flatMap(hiddenKinds))];
  const { words, cwd } = commandPieces(target);
  const isHidden =
    words.some(hasHidden) || variables.some(([, , pieces]) => !pieces || hasHidden(pieces));
  return (
    <Revealable isHidden={isHidden}>
      {(isRevealed) => (
        <>
          {hidden.length > 0 && (
            <Notice
              severity="warning"
              title="This command has misleading characters"
              isLive={false}
            >
              They are shown as codes: {hidden.map((kind) => hiddenKindNames[kind]).join(", ")}.
            </Notice>
          )}
          <Words words={words} before={change?.before?.words} isRevealed={isRevealed} />
          <dl className={styles.facts}>
            <dt>Directory</dt>
            <dd>
              <Directory cwd={cwd} before={change?.before} />
            </dd>
            <dt>Environment</dt>
            <dd>
              <Values
                values={variables}
                separator="="
                noun="variables"
                none="inherited variables only, such as PATH"
                change={change}
                isRevealed={isRevealed}
              />
            </dd>
          </dl>
        </>
      )}
    </Revealable>
  );
}

interface WordsProps {
  readonly words: readonly ShownText[];
  /** The words that were approved last, as they were written. */
  readonly before: readonly string[] | undefined;
  readonly isRevealed: boolean;
}

/** The program has number 0, like `argv[0]`. */
function Words({ words, before, isRevealed }: WordsProps) {
  // what the author of a file wrote is compared: the values of placeholders are the user's own
  const written = words.map((pieces, place) =>
    place === 0 ? realText(pieces) : writtenText(pieces),
  );
  let place = 0;
  const rows = diffArrays([...(before ?? written)], written).flatMap(({ value, added, removed }) =>
    value.map((word) => {
      if (removed) return { pieces: [word], number: undefined, change: "removed" };
      const number = place++;
      return { pieces: words[number] ?? [], number, change: added ? "added" : undefined };
    }),
  );
  return (
    <ExactList
      isOrdered
      noun="arguments"
      className={styles.words}
      items={rows.map(({ pieces, number, change }, index) => {
        const text = <ExactText text={quoted(isRevealed ? uncovered(pieces) : pieces)} />;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one question keep their order
            key={index}
            className={styles.word}
            data-number={number ?? "−"}
            data-change={change}
          >
            {change === "removed" ? <del>{text}</del> : text}{" "}
          </li>
        );
      })}
    />
  );
}

/** A word in quotes where a shell would need them. */
function quoted(pieces: ShownText): ShownText {
  const word = realText(pieces);
  if (quoteWord(word) === word) return pieces;
  const escapeQuotes = (text: string) => text.replaceAll("'", "'\\''");
  const escaped = pieces.map((piece) =>
    typeof piece === "string"
      ? escapeQuotes(piece)
      : { ...piece, value: escapeQuotes(piece.value) },
  );
  return ["'", ...escaped, "'"];
}

function Directory(props: { cwd: ShownText | undefined; before: ApprovedServer | undefined }) {
  const { cwd, before } = props;
  const isChanged = before !== undefined && (before.cwd ?? "") !== (cwd ? realText(cwd) : "");
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
          {before.cwd ? <ExactText text={before.cwd} /> : "the relay's working directory"}
        </span>
      )}
    </>
  );
}

function textsOf({ command, args, cwd = "", env = {} }: StdioTarget): readonly string[] {
  return [command, ...args, cwd, ...Object.entries(env).flat()];
}
