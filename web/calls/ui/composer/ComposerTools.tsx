/** Menus of the composer: a message of each method, earlier messages, and formatting. */
import { AlignLeft, FilePlus, History, ListPlus } from "lucide-react";
import { prettyText } from "../../../../shared/core/json/prettyText.ts";
import { isJson } from "../../../../shared/core/json/tokenRanges.ts";
import { maxLines } from "../../../editor/text/blocks.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import type { MessageHelp } from "../useMessageHelp.tsx";
import { messageTitle } from "./messageTitle.ts";

interface Props {
  readonly text: string;
  readonly sent: readonly string[];
  readonly help: MessageHelp | undefined;
  readonly nextId: () => number;
  readonly onText: (text: string) => void;
  readonly onNewDraft: () => void;
}

/** Every change can be undone in the editor. */
export function ComposerTools({ text, sent, help, nextId, onText, onNewDraft }: Props) {
  return (
    <>
      {help && (
        <Menu
          label="New message"
          trigger={
            <Button size="small" icon={ListPlus}>
              New message
            </Button>
          }
          actions={help.methods.map((method) => ({
            id: `${method.kind} ${method.method}`,
            label: method.method,
            onAction: () => onText(help.skeleton(method, nextId())),
          }))}
        />
      )}
      {sent.length > 0 && (
        <Menu
          label="Sent before"
          trigger={
            <Button size="small" icon={History}>
              Sent before
            </Button>
          }
          actions={sent.map((earlier, at) => ({
            id: String(at),
            label: messageTitle(earlier) ?? "Other text",
            description: earlier.replace(/\s+/g, " ").slice(0, 80),
            onAction: () => onText(earlier),
          }))}
        />
      )}
      <Button
        variant="quiet"
        icon={AlignLeft}
        size="small"
        isDisabled={!isJson(text)}
        onPress={() => onText(prettyText(text, maxLines))}
      >
        Format
      </Button>
      <Button variant="quiet" icon={FilePlus} size="small" onPress={onNewDraft}>
        New draft
      </Button>
    </>
  );
}
