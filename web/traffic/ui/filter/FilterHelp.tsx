/** A dialog with the words and the syntax of the filter, each of which can be added, and the saved filters. */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { toggleTerm } from "../../../../shared/log/filterText.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { filterSyntax, filterWords } from "../../messages/filterMessages.ts";
import styles from "./TrafficFilter.module.css";

interface Props {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly onClose: () => void;
}

export function FilterHelp({ filter, onFilter, onClose }: Props) {
  const { savedFilters } = useStores().traffic;
  const saved = useStore(savedFilters);
  const apply = (text: string) => {
    onFilter(text);
    onClose();
  };
  return (
    <Dialog title="Filter syntax" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Stack gap={3}>
        <Part title="Words">
          {filterWords.map(([word, meaning]) => (
            <RowButton
              key={word}
              isCompact
              onPress={() => apply(`${filter.trim()} ${word}`.trim())}
            >
              <code className={styles.word}>{word}</code> <Text tone="muted">{meaning}</Text>
            </RowButton>
          ))}
        </Part>
        <Part title="Together">
          {filterSyntax.map(([example, meaning]) => (
            <RowButton key={example} isCompact onPress={() => apply(toggleTerm(filter, example))}>
              <code className={styles.word}>{example}</code> <Text tone="muted">{meaning}</Text>
            </RowButton>
          ))}
        </Part>
        {saved.length > 0 && (
          <Part title="Saved filters">
            {saved.map(({ text, name }) => (
              <Row key={text}>
                <RowButton isCompact onPress={() => apply(text)}>
                  {name && <Text>{name}</Text>} <code>{text}</code>
                </RowButton>
                <Button size="small" variant="quiet" onPress={() => savedFilters.remove(text)}>
                  Remove
                </Button>
              </Row>
            ))}
          </Part>
        )}
      </Stack>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Heading level={3}>{title}</Heading>
      {children}
    </Stack>
  );
}
