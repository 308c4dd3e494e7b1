/** Exports what is shared as text of another format, to copy or to save. */
import {
  Bug,
  ChartGantt,
  Download,
  FileCode,
  IdCard,
  ListChecks,
  type LucideIcon,
  Network,
  Plug,
  SquareTerminal,
  Terminal,
} from "lucide-react";
import { useMemo, useState } from "react";
import {
  type ExportFormat,
  exportFormats,
} from "../../../../shared/recording/export/exportFormats.ts";
import {
  emptyExport,
  exportedFiles,
  exportRecording,
} from "../../../../shared/recording/export/exportRecording.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import {
  emptyExportTexts,
  exportDescriptions,
  exportLabels,
} from "../../messages/exportMessages.ts";
import { ChoiceCards } from "./ChoiceCards.tsx";
import { LongTextArea } from "./LongTextArea.tsx";
import styles from "./ShareDialog.module.css";
import { textLength } from "./useLink.ts";

/** Characters of messages up to which the text is shown as soon as a format is chosen. */
const maxShown = 1_000_000;

const icons: Readonly<Record<ExportFormat, LucideIcon>> = {
  markdown: Bug,
  curl: Terminal,
  powershell: SquareTerminal,
  har: Network,
  typescript: FileCode,
  python: FileCode,
  "mcp-json": Plug,
  otlp: ChartGantt,
  collection: ListChecks,
  client: IdCard,
};

const cards = exportFormats
  .map((id) => ({ id, title: exportLabels[id], text: exportDescriptions[id], icon: icons[id] }))
  // the one that is chosen at first
  .sort((one, other) => Number(other.id === "markdown") - Number(one.id === "markdown"));

/** @param props.recording undefined while it is being built */
export function ExportSection({ recording }: { readonly recording: Recording | undefined }) {
  const [format, setFormat] = useState<ExportFormat>("markdown");
  const isShown = recording !== undefined && textLength(recording) <= maxShown;
  const shown = useMemo(
    () => (isShown ? exportRecording(recording, format) : undefined),
    [isShown, recording, format],
  );
  const empty = useMemo(
    () => (recording ? emptyExport(recording, format) : undefined),
    [recording, format],
  );
  const make = () => shown ?? (recording ? exportRecording(recording, format) : "");
  const { name, type } = exportedFiles[format];
  return (
    <div className={styles.share}>
      <Row align="end" wraps>
        <CopyButton text={make} label="Copy" />
        <Button
          icon={Download}
          isDisabled={!recording}
          onPress={() => saveFile(name, type, make())}
        >
          {`Save ${name}`}
        </Button>
      </Row>
      <ChoiceCards label="Format" cards={cards} value={format} onChange={setFormat} />
      {empty && (
        <Text as="p" tone="muted">
          <span role="status">{emptyExportTexts[empty]}</span>
        </Text>
      )}
      {shown !== undefined && (
        <LongTextArea
          label={`Content of ${name}`}
          text={shown}
          rows={8}
          rest="All of it is copied and saved."
        />
      )}
    </div>
  );
}
