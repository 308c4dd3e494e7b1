/** Names what the text of the start page's field is, while it is typed, and the servers of a pasted one. */
import { useEffect, useState } from "react";
import type { ConfiguredServer } from "../../../../shared/config/configured.ts";
import { mayBePaste } from "../../../../shared/config/paste/mayBePaste.ts";
import type { Paste } from "../../../../shared/config/paste/paste.ts";
import { readPaste } from "../../../../shared/config/paste/readPaste.ts";
import { parseTarget } from "../../../../shared/config/target.ts";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { sessionOfLink } from "../../../../shared/recording/fragment.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ServerBadge } from "../../../ui/lists/ServerBadge.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { pastedFormText } from "../../messages/pasteMessages.ts";
import type { ConnectionQuestion } from "../../store/connections/questions.ts";
import styles from "./Recognized.module.css";
import { describeServer } from "./serverChoices.ts";

/** Milliseconds without a key after which a text is read. */
const restMs = 120;

interface RecognizedProps {
  readonly text: string;
  /** Whether the text is the name of a server that is saved or configured. */
  readonly isSaved: boolean;
  /** The servers of a pasted text, of which the user chooses one. */
  readonly choice: Extract<ConnectionQuestion, { kind: "choose" }> | undefined;
}

export function Recognized({ text, isSaved, choice }: RecognizedProps) {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const words = choice
    ? pastedFormText(choice.form, choice.servers.length)
    : isSaved
      ? "Saved server"
      : recognized(rested);
  return (
    <p role="status" className={styles.found}>
      {words !== undefined && (
        <>
          <StateGlyph state="ok" />
          {words}
        </>
      )}
    </p>
  );
}

/** What a text of the address bar is; undefined if it is nothing that names a server. */
function recognized(text: string): string | undefined {
  if (sessionOfLink(text) !== undefined)
    return "Session of a link, opened without contacting a server";
  const paste: Paste = mayBePaste(text) ? readPaste(text) : { kind: "plain", text };
  if (paste.kind === "refused") return undefined;
  if (paste.kind === "servers") return pastedFormText(paste.form, paste.servers.length);
  const parsed = parseTarget(paste.text);
  if (parsed.kind === "invalid") return undefined;
  const { target } = parsed;
  if (target.kind === "http") return `Server at ${exactLine(new URL(target.url).host, maxLength)}`;
  return `Command: ${exactLine(target.command, maxLength)}, started after you confirm`;
}

/** UTF-16 code units of a host or program. */
const maxLength = 60;

/** Below the field: one row for each server of a pasted text. */
export function FoundServers({ servers }: { servers: readonly ConfiguredServer[] }) {
  const { connector } = useStores().connections;
  return (
    <ul aria-label="Servers of the pasted text" className={styles.servers}>
      {servers.map((server, index) => {
        const name = exactLine(server.name, maxLength);
        return (
          <li key={server.name} className={styles.server}>
            <span aria-hidden="true" className={styles.badge}>
              <ServerBadge text={name.charAt(0).toUpperCase()} number={index + 1} name="" />
            </span>
            <bdi className={styles.name}>{name}</bdi>
            <code className={styles.address}>{describeServer(server)}</code>
            <Button
              size="small"
              variant={index === 0 ? "primary" : "default"}
              aria-label={`Connect ${name}`}
              onPress={() => connector.chooseServer(server)}
            >
              Connect
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
