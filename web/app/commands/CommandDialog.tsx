/** The command palette's dialog: commands, servers and what they offer, ranked by what is typed. */
import { Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { prepareQuery } from "../../../shared/core/text/fuzzyMatch.ts";
import { Highlight } from "../../content/Highlight.tsx";
import type { Stores } from "../../stores/stores.ts";
import { cx } from "../../ui/cx.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import popupStyles from "../../ui/overlays/Popup.module.css";
import { Text } from "../../ui/primitives/Text.tsx";
import styles from "./CommandDialog.module.css";
import type { Command } from "./command.ts";
import { findEntries, type PaletteEntry, type PaletteSource } from "./palette/paletteSource.ts";
import { paletteSources } from "./palette/sources.ts";

/** Maximum UTF-16 code units of a title or detail. */
const maxTextLength = 300;

interface CommandDialogProps {
  readonly stores: Stores;
  readonly commands: readonly Command[];
  /** Shows the workbench on a small screen. */
  readonly showWorkbench: () => void;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function CommandDialog(props: CommandDialogProps) {
  const { stores, commands, showWorkbench, isOpen, onOpenChange } = props;
  const sources = useMemo(
    () => paletteSources({ stores, commands, showWorkbench }),
    [stores, commands, showWorkbench],
  );
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal)}>
        <Dialog aria-label="Command palette" className={cx(styles.dialog)}>
          <CommandList sources={sources} onDone={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * A combobox whose list is always open: the focus stays in the text field, arrow keys move the
 * highlight.
 */
function CommandList(props: { sources: readonly PaletteSource[]; onDone: () => void }) {
  const { sources, onDone } = props;
  const [query, setQuery] = useState("");
  const loaded = useLoaded(sources);
  const words = useMemo(() => prepareQuery(query), [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded is found again
  const found = useMemo(() => findEntries(sources, words), [sources, words, loaded]);
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery}>
      <SearchField autoFocus aria-label="Find a command" className={cx(styles.search)}>
        <Search aria-hidden="true" className={styles.icon} />
        <Input
          role="combobox"
          aria-expanded
          placeholder="Find a tool, a server, a command…"
          className={cx(styles.input)}
        />
      </SearchField>
      <ListBox
        aria-label="Commands"
        className={cx(popupStyles.list, styles.list)}
        renderEmptyState={() => <p className={styles.none}>Nothing matches.</p>}
      >
        {found.map(({ section, entries }) => (
          <ListBoxSection key={section} id={section}>
            <Header className={popupStyles.section}>{section}</Header>
            {entries.map((entry) => (
              <EntryOption
                key={entry.id}
                section={section}
                entry={entry}
                words={words}
                onDone={onDone}
              />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}

/** Counts what was loaded, so that results are found again. */
function useLoaded(sources: readonly PaletteSource[]): number {
  const [loaded, setLoaded] = useState(0);
  useEffect(() => {
    let isOver = false;
    for (const { load } of sources) {
      // what cannot be loaded is not offered
      load?.().then(
        () => !isOver && setLoaded((count) => count + 1),
        () => {},
      );
    }
    return () => {
      isOver = true;
    };
  }, [sources]);
  return loaded;
}

function EntryOption(props: {
  section: string;
  entry: PaletteEntry;
  words: readonly string[];
  onDone: () => void;
}) {
  const { section, entry, words, onDone } = props;
  const { id, title, detail, shortcut, run } = entry;
  const choose = () => {
    onDone();
    // after the dialog has closed, because it keeps the focus inside
    setTimeout(run);
  };
  return (
    <ListBoxItem
      id={`${section} ${id}`}
      textValue={title}
      onAction={choose}
      className={cx(popupStyles.item)}
    >
      <Text isCut className={styles.title} dir="auto">
        <Highlight text={title.slice(0, maxTextLength)} words={words} />
      </Text>
      <Text tone="muted" size="small" isCut className={styles.detail} dir="auto">
        {detail && ` ${detail.slice(0, maxTextLength)}`}
      </Text>
      {shortcut && <Kbd keys={shortcut} />}
    </ListBoxItem>
  );
}
