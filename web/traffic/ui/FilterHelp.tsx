/** A dialog that lists the filter syntax with examples, each of which can be added to the filter. */
import { toggleTerm } from "../../../shared/log/filter.ts";
import { RowButton } from "../../ui/lists/RowButton.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";

interface Props {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly onClose: () => void;
}

export function FilterHelp({ filter, onFilter, onClose }: Props) {
  const add = (term: string) => {
    onFilter(toggleTerm(filter, term));
    onClose();
  };
  return (
    <Dialog title="Filter syntax" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Stack gap={0}>
        {filterExamples.map(([term, meaning]) => (
          <RowButton key={term} isCompact onPress={() => add(term)}>
            <code>{term}</code> <Text tone="muted">{meaning}</Text>
          </RowButton>
        ))}
      </Stack>
    </Dialog>
  );
}

/** An example that begins with the word itself, and what it leaves. */
const filterExamples: readonly (readonly [term: string, meaning: string])[] = [
  ["echo", "A word in the method, name, summary or kind"],
  ["method:tools/call", "Requests, notifications and answers of a method"],
  ["dir:in", "Received; dir:out is sent"],
  ["kind:error", "request, notification, result, error, invalid, frame, http, connection, process"],
  ["is:problem", "Rows in red or yellow"],
  ["is:asked", "Requests of servers"],
  ["finding:any", "With findings; finding:violation, or a part of a code"],
  ['body:"two words"', "A text in the body"],
  ["id:3", "The request with this id and its answer"],
  ["status:4xx", "The HTTP status"],
  ["level:warning", "Log messages of this level or higher"],
  ["logger:db", "Log messages of a logger"],
  ["by:model", "Who caused it: you, model, app, saved-call, replay, eval, examination, server …"],
  ["server:name", "One of several servers"],
  ["-dir:in", "A minus excludes what matches"],
];
