/** Every command of the page, found by typing; it teaches their keys. */
import { Search } from "lucide-react";
import { useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { IconButton } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { MenuAction } from "../ui/MenuAction.tsx";
import popupStyles from "../ui/Popup.module.css";
import styles from "./CommandPalette.module.css";
import { answersQuery, availableCommands, type Command, commandSections } from "./command.ts";
import { useShortcuts } from "./useShortcuts.ts";

const shortcut = "Mod+K";

/** The button that opens the palette, and the palette; also listens for every command's keys. */
export function CommandPalette(props: { commands: readonly Command[] }) {
  const [isOpen, setOpen] = useState(false);
  const open: Command = {
    id: "palette",
    title: "Command palette",
    shortcut,
    run: () => setOpen(true),
  };
  useShortcuts([open, ...props.commands]);

  return (
    <>
      <IconButton
        label="Command palette"
        icon={Search}
        shortcut={shortcut}
        size="small"
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      />
      <ModalOverlay
        isDismissable
        isOpen={isOpen}
        onOpenChange={setOpen}
        className={cx(styles.overlay)}
      >
        <Modal className={cx(styles.modal)}>
          <Dialog aria-label="Command palette" className={cx(styles.dialog)}>
            <CommandList commands={props.commands} onDone={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

function CommandList(props: { commands: readonly Command[]; onDone: () => void }) {
  const { commands, onDone } = props;
  return (
    <Autocomplete filter={answersQuery}>
      <SearchField autoFocus aria-label="Find a command" className={cx(styles.search)}>
        <Search aria-hidden="true" className={styles.icon} />
        <Input placeholder="Find a command" className={cx(styles.input)} />
      </SearchField>
      <Menu
        aria-label="Commands"
        className={cx(popupStyles.list, styles.list)}
        renderEmptyState={() => <p className={styles.none}>No command has these words.</p>}
      >
        {commandSections(availableCommands(commands)).map(([section, members]) => (
          <MenuSection key={section} id={section}>
            <Header className={popupStyles.section}>{section}</Header>
            {members.map((command) => (
              <MenuAction key={command.id} action={toAction(command, onDone)} />
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}

const toAction = ({ id, title, shortcut: keys, run }: Command, onDone: () => void) => ({
  id,
  label: title,
  ...(keys !== undefined && { shortcut: keys }),
  onAction: () => {
    onDone();
    run();
  },
});
