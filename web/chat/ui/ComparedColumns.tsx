/** What stands around the columns of a comparison: what they have in common, and where they differ. */
import { Fragment, type ReactNode, useState } from "react";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { figuresThatDiffer } from "../../content/ModelComparison.tsx";
import { formatCount } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import type { ChatMessage, Conversation } from "../store/conversation.ts";
import type { TurnSummary } from "../store/turnSummary.ts";
import { AddedContents } from "./AddedContents.tsx";
import styles from "./Compare.module.css";
import type { ChatProps, ShowsCalls } from "./chatProps.ts";
import { Messages } from "./Messages.tsx";

interface SharedMessagesProps extends ChatProps, ShowsCalls {
  readonly conversation: Conversation;
  /** The messages that all columns begin with. */
  readonly messages: readonly ChatMessage[];
  readonly columns: number;
}

const nothing = () => undefined;

/** The question, once for all columns, and what was said before it in one line. */
export function SharedMessages(props: SharedMessagesProps) {
  const { chats, conversation, messages, columns, renderApp } = props;
  const [isOpen, setOpen] = useState(false);
  const last = messages.at(-1);
  const question = last?.kind === "user" ? last : undefined;
  const earlier = question ? messages.slice(0, -1) : messages;
  return (
    <Stack className={styles.shared}>
      {earlier.length > 0 && (
        <Disclosure
          title={`${formatCount(earlier.length, "earlier message")}, the same for ${columns === 2 ? "both" : `all ${columns}`}`}
          isOpen={isOpen}
          onOpenChange={setOpen}
        >
          {isOpen && (
            <Stack gap={3}>
              <Messages
                chats={chats}
                conversation={conversation}
                branch={earlier}
                onAsked={nothing}
                renderApp={renderApp}
              />
            </Stack>
          )}
        </Disclosure>
      )}
      {question && (
        <article aria-label="You" className={styles.question}>
          <AddedContents addedContent={question.addedContent ?? []} />
          <p dir="auto">{question.text}</p>
        </article>
      )}
    </Stack>
  );
}

export interface ComparedColumn {
  readonly id: string;
  readonly label: string;
  readonly summary: TurnSummary;
}

/** Calls of a turn, and their arguments, that are drawn: a model decides how many there are. */
const [shownCalls, shownMembers] = [10, 20];

/** The calls and figures of the columns; at first those that differ. */
export function ColumnDifferences({ columns }: { readonly columns: readonly ComparedColumn[] }) {
  const [isAll, showAll] = useState(false);
  const summaries = columns.map(({ summary }) => summary);
  const calls = summaries.map((summary) => summary.calls);
  const most = Math.min(shownCalls, Math.max(...calls.map(({ length }) => length)));
  const rows = Array.from({ length: most }, (_, at): Line => {
    const own = calls.map((list) => list[at]);
    const texts = own.map((call) => call && `${call.offeredName} ${jsonText(call.input)}`);
    return {
      label: `Call ${at + 1}`,
      differs: new Set(texts).size > 1,
      cells: own.map((call, column) =>
        call ? <Call key={columns[column]?.id} call={call} other={own[0]} /> : "–",
      ),
    };
  });
  const lines: readonly Line[] = [...rows, ...figuresThatDiffer(summaries)];
  const shown = isAll ? lines : lines.filter(({ differs }) => differs);
  return (
    <section aria-label="Where they differ" className={styles.differences}>
      <Row>
        <Heading level={3}>Where they differ</Heading>
        <span className={styles.gap} />
        <Button size="small" variant="quiet" aria-expanded={isAll} onPress={() => showAll(!isAll)}>
          All numbers
        </Button>
      </Row>
      {shown.length === 0 ? (
        <Text tone="muted">Nowhere: the same calls, tokens and times.</Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
        <section aria-label="Numbers" tabIndex={0} className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <td />
                {columns.map(({ id, label }) => (
                  <th key={id} scope="col">
                    {exactLine(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ label, cells }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {cells.map((cell, at) => (
                    <td key={columns[at]?.id}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

interface Line {
  readonly label: string;
  readonly differs: boolean;
  /** By column. */
  readonly cells: readonly ReactNode[];
}

interface CallProps {
  readonly call: TurnSummary["calls"][number];
  /** The call at the same place in the first column. */
  readonly other: TurnSummary["calls"][number] | undefined;
}

/** The tool and its arguments; what differs from the first column is marked. */
function Call({ call: { offeredName, input }, other }: CallProps) {
  const isSameTool = other?.offeredName === offeredName;
  const name = exactLine(offeredName);
  const members = Object.entries(input)
    .slice(0, shownMembers)
    .map(([key, value]) => ({
      key,
      text: exactLine(`${key}: ${jsonText(value)}`),
      differs: isSameTool && jsonText(other.input[key]) !== jsonText(value),
    }));
  const missing = isSameTool
    ? Object.keys(other.input)
        .filter((key) => !Object.hasOwn(input, key))
        .slice(0, shownMembers)
    : [];
  return (
    <code className={styles.call}>
      {isSameTool ? <span>{name}</span> : <mark>{name}</mark>}
      {members.map(({ key, text, differs }) => (
        <Fragment key={key}> {differs ? <mark>{text}</mark> : <span>{text}</span>}</Fragment>
      ))}
      {missing.map((key) => (
        <mark key={key}>
          <del>{exactLine(key)}</del>
        </mark>
      ))}
    </code>
  );
}
