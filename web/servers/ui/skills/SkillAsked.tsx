/** What the server answers about one skill when it is asked: its entry, and its folders. */
import { useState } from "react";
import type { SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import { Button } from "../../../ui/Button.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { entryComparedText, foldersText, unreadSkillText } from "../../messages/skillMessages.ts";
import type { Item } from "../../store/catalog/items.ts";
import { UnreadList } from "../../store/catalog/queries.ts";
import {
  compareSkillEntry,
  listsFolders,
  readSkillFolders,
} from "../../store/catalog/skillFolders.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./SkillPane.module.css";

interface Asked {
  /** What was asked: another entry, or a restarted server, has not answered it. */
  readonly of: SkillEntry;
  readonly by: ConnectedView["client"];
  readonly text: string;
  readonly paths: readonly string[];
}

interface SkillAskedProps {
  readonly view: ConnectedView;
  readonly skill: Item;
  readonly entry: SkillEntry;
}

/** Paths that are shown. */
const maxShown = 200;

export function SkillAsked({ view: { client }, skill, entry }: SkillAskedProps) {
  const [asked, setAsked] = useState<Asked>();
  const [isAsking, setAsking] = useState(false);
  const ask = async (answer: () => Promise<Pick<Asked, "text" | "paths">>) => {
    setAsking(true);
    const said = await answer().catch((error: unknown) => ({
      text: unreadSkillText(error instanceof UnreadList ? error.outcome : undefined),
      paths: [],
    }));
    setAsking(false);
    setAsked({ of: entry, by: client, ...said });
  };
  const isNow = asked?.of === entry && asked.by === client;
  return (
    <Stack as="section" gap={2} aria-label="Compare with the server">
      <Heading level={3}>Compare with the server</Heading>
      <Row gap={1} wraps>
        <Button
          size="small"
          isUnavailable={isAsking}
          onPress={() =>
            void ask(async () => ({
              text: entryComparedText(await compareSkillEntry(client, skill.raw)),
              paths: [],
            }))
          }
        >
          skills/get
        </Button>
        {listsFolders(client) && (
          <Button
            size="small"
            isUnavailable={isAsking}
            onPress={() =>
              void ask(async () => {
                const folders = await readSkillFolders(client, entry);
                return { text: foldersText(folders), paths: folders.paths };
              })
            }
          >
            List folders
          </Button>
        )}
      </Row>
      <div role="status">
        {isNow && (
          <Text as="p" size="small" dir="auto">
            {asked.text}
          </Text>
        )}
      </div>
      {isNow && asked.paths.length > 0 && (
        <ul aria-label="Folders" className={styles.checks}>
          {asked.paths.slice(0, maxShown).map((path) => (
            <li key={path} className={styles.check}>
              <Text isMono isCut size="small" dir="auto" title={path}>
                {path}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
