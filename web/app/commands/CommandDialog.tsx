/** The command palette's dialog: every command with its shortcut, filtered by typing. */
import { Search } from "lucide-react";
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
import { cx } from "../../ui/cx.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import popupStyles from "../../ui/overlays/Popup.module.css";
import styles from "./CommandDialog.module.css";
import { answersQuery, availableCommands, type Command, commandSections } from "./command.ts";

export interface CommandDialogProps {
  readonly commands: readonly Command[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function CommandDialog({ commands, isOpen, onOpenChange }: CommandDialogProps) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal)}>
        <Dialog aria-label="Command palette" className={cx(styles.dialog)}>
          <CommandList commands={commands} onDone={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * A combobox whose list is always open: the focus stays in the text field, arrow keys move the
 * highlight.
 */
function CommandList(props: { commands: readonly Command[]; onDone: () => void }) {
  const { commands, onDone } = props;
  return (
    <Autocomplete filter={answersQuery}>
      <SearchField autoFocus aria-label="Find a command" className={cx(styles.search)}>
        <Search aria-hidden="true" className={styles.icon} />
        <Input
          role="combobox"
          aria-expanded
          placeholder="Find a command"
          className={cx(styles.input)}
        />
      </SearchField>
      <ListBox
        aria-label="Commands"
        className={cx(popupStyles.list, styles.list)}
        renderEmptyState={() => <p className={styles.none}>No command matches.</p>}
      >
        {commandSections(availableCommands(commands)).map(([section, members]) => (
          <ListBoxSection key={section} id={section}>
            <Header className={popupStyles.section}>{section}</Header>
            {members.map((command) => (
              <CommandOption key={command.id} command={command} onDone={onDone} />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}

function CommandOption({ command, onDone }: { command: Command; onDone: () => void }) {
  const { id, title, shortcut, run } = command;
  const choose = () => {
    onDone();
    run();
  };
  return (
    <ListBoxItem id={id} textValue={title} onAction={choose} className={cx(popupStyles.item)}>
      <span className={popupStyles.words}>{title}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </ListBoxItem>
  );
}
