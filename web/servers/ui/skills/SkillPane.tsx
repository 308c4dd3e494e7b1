/** Shows a skill: its `SKILL.md` or another file, and whether it is what the server lists. */
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { Download, MessageSquarePlus, ShieldCheck } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { bytesPerToken } from "../../../../shared/models/fit/tokens.ts";
import { chooseArchiveFiles, isOfBytes } from "../../../../shared/skills/archiveFiles.ts";
import { checkSkillEntry } from "../../../../shared/skills/checkEntry.ts";
import { createSkillArchive } from "../../../../shared/skills/skillArchive.ts";
import type { SkillEntry } from "../../../../shared/skills/skillEntry.ts";
import type { SkillFinding } from "../../../../shared/skills/skillFinding.ts";
import { formatCount, formatSize } from "../../../messages/quantities.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { useItems } from "../../hooks/useItems.ts";
import { archiveText, chatRefusalText, unreadSkillText } from "../../messages/skillMessages.ts";
import { type Item, traitsOfKind } from "../../store/catalog/items.ts";
import { UnreadList } from "../../store/catalog/queries.ts";
import {
  filesOfSkill,
  readInTurn,
  type SkillReading,
  shownPath,
  skillEntryOf,
  skillFileQuery,
} from "../../store/catalog/skillFiles.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import { SkillAsked } from "./SkillAsked.tsx";
import { SkillFrontmatter, SkillText } from "./SkillContent.tsx";
import styles from "./SkillPane.module.css";
import { SkillVerification } from "./SkillVerification.tsx";

/** @param isShown whether the skill is still shown; rejects if the text cannot be added */
export type AddSkill = (text: string, isShown: boolean) => Promise<void>;

interface SkillPaneProps {
  readonly view: ConnectedView;
  readonly skill: Item;
  /** The URI of the shown file. */
  readonly file: string;
  /**
   * Called at the press: the conversation that is open then gets the text of its `SKILL.md`, once
   * that is read.
   */
  readonly onUseInChat: (skill: Item) => AddSkill;
}

/** Files that are read with one press. */
const maxFiles = 512;

type View = "rendered" | "text" | "frontmatter";

/** A file is read when the user asks for it; all of them, and the archive, with one more press. */
export function SkillPane({ view, skill, file, onUseInChat }: SkillPaneProps) {
  const entry = useMemo(() => skillEntryOf(skill.raw), [skill]);
  const files = useMemo(() => filesOfSkill(entry).slice(0, maxFiles), [entry]);
  const [shown, setShown] = useState<View>("rendered");
  const [isReading, setReading] = useState(false);
  const [archived, setArchived] = useState<{ readonly of: SkillEntry; readonly text: string }>();
  const readings = useQueries(
    {
      queries: files.map((uri) => ({ ...skillFileQuery(view, entry, uri), enabled: false })),
    },
    view.queryClient,
  );
  const current = readings[files.indexOf(file)];
  const manifest = readings[0]?.data;
  const ofEntry = useMemo(() => checkSkillEntry(skill.raw, ""), [skill]);
  const findings = [...ofEntry, ...readings.flatMap(({ data }) => data?.verdict?.findings ?? [])];
  const isManifest = file === entry.uri;

  const readAll = async () => {
    setReading(true);
    const { queryClient } = view;
    const results = await readInTurn(files, (uri) =>
      queryClient.fetchQuery(skillFileQuery(view, entry, uri)),
    );
    setReading(false);
    return results;
  };
  const download = async () => {
    const text = saveArchive(skill, entry, files, await readAll());
    setArchived({ of: entry, text });
  };
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const addToChat = async () => {
    const add = onUseInChat(skill);
    setReading(true);
    const reading = await view.queryClient
      .fetchQuery(skillFileQuery(view, entry, entry.uri))
      .catch(() => undefined);
    setReading(false);
    const refusal =
      chatRefusalText(reading) ??
      (await add(reading?.text ?? "", isShown.current).then(
        () => undefined,
        () => "The skill could not be added to the conversation.",
      ));
    if (refusal !== undefined) setArchived({ of: entry, text: refusal });
  };
  const readOne = () => view.queryClient.prefetchQuery(skillFileQuery(view, entry, file));

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <Row gap={2} align="baseline" wraps>
          <Heading level={2} size="large" dir="auto">
            <Text isMono>{skill.label}</Text>
          </Heading>
          <Text tone="muted">{isManifest ? "a skill of the server" : shownPath(entry, file)}</Text>
        </Row>
        <Facts entry={entry} skill={skill} manifest={manifest} findings={findings} />
        <Row gap={2} wraps>
          <Button size="small" icon={ShieldCheck} isBusy={isReading} onPress={() => void readAll()}>
            Verify files
          </Button>
          <Button
            size="small"
            variant="quiet"
            icon={Download}
            isUnavailable={isReading}
            onPress={() => void download()}
          >
            Download archive
          </Button>
          <Button
            size="small"
            variant="quiet"
            icon={MessageSquarePlus}
            isUnavailable={isReading}
            onPress={() => void addToChat()}
          >
            Use in Chat
          </Button>
        </Row>
        <div role="status">
          {archived?.of === entry && (
            <Text as="p" size="small" tone="muted" dir="auto">
              {archived.text}
            </Text>
          )}
        </div>
      </header>
      <div className={styles.columns}>
        {current?.data ? (
          <Tabs<View>
            label="Views of the file"
            value={isManifest || shown !== "frontmatter" ? shown : "rendered"}
            onChange={setShown}
            tabs={tabsOf(current.data, isManifest, entry)}
          />
        ) : (
          <Unread reading={current} path={shownPath(entry, file)} onRead={() => void readOne()} />
        )}
        <SkillVerification
          entry={entry}
          files={files}
          readings={readings}
          findings={findings}
          toolNames={useToolNames(view)}
        >
          <SkillAsked view={view} skill={skill} entry={entry} />
        </SkillVerification>
      </div>
    </div>
  );
}

function tabsOf(reading: SkillReading, isManifest: boolean, entry: SkillEntry) {
  const { text, bytes, mimeType } = reading;
  const body = (isRaw: boolean) => (
    <SkillText
      text={text}
      bytes={bytes}
      mimeType={mimeType}
      entry={isManifest ? entry : undefined}
      isRaw={isRaw}
    />
  );
  return [
    { id: "rendered" as const, label: "Rendered", content: body(false) },
    { id: "text" as const, label: "Text", content: body(true) },
    ...(isManifest
      ? [
          {
            id: "frontmatter" as const,
            label: "Frontmatter",
            content: <SkillFrontmatter fields={entry.frontmatter ?? {}} />,
          },
        ]
      : []),
  ];
}

interface FactsProps {
  readonly entry: SkillEntry;
  readonly skill: Item;
  readonly manifest: SkillReading | undefined;
  readonly findings: readonly SkillFinding[];
}

function Facts({ entry, skill, manifest, findings }: FactsProps) {
  const { files } = entry;
  const bytes = Array.isArray(files) ? files.reduce((sum, { size }) => sum + (size ?? 0), 0) : 0;
  const before = tokensOf(`${skill.label} ${skill.description ?? ""}`);
  const opened = manifest?.text === undefined ? undefined : tokensOf(manifest.text);
  const differ = findings.filter(isOfBytes).length;
  const broken = findings.filter(({ code }) => code.startsWith("skill-link-")).length;
  return (
    <Row gap={3} wraps>
      <Text size="small" tone="muted">
        {Array.isArray(files)
          ? `${formatCount(files.length, "file")} · ${formatSize(bytes)}`
          : "generated, without digests"}
      </Text>
      <Text size="small" tone="muted" title={`Estimated at ${bytesPerToken} bytes for each token`}>
        {opened === undefined ? "" : `≈ ${formatCount(opened, "token")} when opened, `}≈ {before}{" "}
        {opened === undefined ? "tokens before it is opened" : "before"}
      </Text>
      {differ > 0 && (
        <Text size="small" tone="violation">
          <StateGlyph state="failed" /> {formatCount(differ, "file differs", "files differ")}
        </Text>
      )}
      {broken > 0 && (
        <Text size="small" tone="warning">
          <StateGlyph state="warning" />{" "}
          {formatCount(broken, "link leads nowhere", "links lead nowhere")}
        </Text>
      )}
    </Row>
  );
}

const tokensOf = (text: string) => Math.ceil(new TextEncoder().encode(text).length / bytesPerToken);

interface UnreadProps {
  readonly reading: UseQueryResult<SkillReading> | undefined;
  readonly path: string;
  readonly onRead: () => void;
}

function Unread({ reading, path, onRead }: UnreadProps) {
  const isReading = reading?.fetchStatus === "fetching";
  const button = (
    <Button isBusy={isReading} onPress={onRead}>
      Read {path}
    </Button>
  );
  if (!reading) {
    return (
      <EmptyState title="Not in the list">The skill does not list this file any more.</EmptyState>
    );
  }
  if (reading.error) {
    return (
      <EmptyState title={`${path} could not be read`} actions={button}>
        {reading.error instanceof UnreadList
          ? unreadSkillText(reading.error.outcome)
          : reading.error.message}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={isReading ? "Reading…" : "Not read yet"} actions={button}>
      A host reads a file of a skill when the model needs it.
    </EmptyState>
  );
}

function useToolNames(view: ConnectedView): ReadonlySet<string> {
  const { data } = useItems(view, traitsOfKind("tool"));
  return useMemo(() => new Set((data ?? []).map(({ name }) => name)), [data]);
}

/** @returns what there is to say about the archive */
function saveArchive(
  skill: Item,
  entry: SkillEntry,
  files: readonly string[],
  readings: readonly (SkillReading | undefined)[],
): string {
  const choice = chooseArchiveFiles(entry.uri, files, readings);
  const name = skill.label.replace(/[^a-z0-9-]+/gi, "-").slice(0, 64) || "skill";
  saveFile(`${name}.zip`, "application/zip", new Uint8Array(createSkillArchive(choice.files)));
  return archiveText(choice, (file) => shownPath(entry, file));
}
