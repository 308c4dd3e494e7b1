/** A dialog that lists the filter syntax with examples, each of which can be added to the filter. */
import { toggleTerm } from "../../../shared/log/filter.ts";
import { RowButton } from "../../ui/lists/RowButton.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { filterExamples } from "./filterWords.ts";

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
