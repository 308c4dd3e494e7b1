/** Copies a message as JSON, and its call as a command, a program or a report. */
import { ClipboardCopy } from "lucide-react";
import { useCallback, useState } from "react";
import type { Entry } from "../../../shared/log/entry.ts";
import type { ExportFormat } from "../../../shared/recording/export/exportFormats.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import type { Action } from "../../ui/action.ts";
import { type CopyResult, copyText } from "../../ui/copyText.ts";
import type { LogIndex } from "./messages/logIndex.ts";

/** Methods that both SDKs have a function for. */
const sdkMethods: ReadonlySet<string> = new Set([
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "ping",
]);

type Format = ExportFormat | "json";

interface CopyAs {
  /** The actions for an entry; none if it is not part of a call. */
  readonly actionsOf: (entry: Entry) => readonly Action[];
  /** How the last copy ended. */
  readonly result: CopyResult | undefined;
  readonly dismiss: () => void;
}

/** Secrets in the copied text are masked as in a recording. */
export function useCopyAs(index: LogIndex): CopyAs {
  const { traffic, servers } = useStores();
  const [result, setResult] = useState<CopyResult>();
  const copy = async (entry: Entry, format: Format) => {
    setResult(undefined);
    setResult(await exported({ log: traffic.log, servers: servers.all }, entry.seq, format));
  };
  const dismiss = useCallback(() => setResult(undefined), []);
  return {
    result,
    dismiss,
    actionsOf: (entry) =>
      formatsOf(entry, index).map(({ format, label }) => ({
        id: `copy-${format}`,
        label,
        icon: ClipboardCopy,
        onAction: () => void copy(entry, format),
      })),
  };
}

async function exported(
  from: Parameters<typeof import("../../sessions/store/exportEntries.ts").exportEntries>[0],
  seq: number,
  format: Format,
): Promise<CopyResult> {
  try {
    const { exportEntries, exportMessage } = await import("../../sessions/store/exportEntries.ts");
    const text =
      format === "json" ? await exportMessage(from, seq) : await exportEntries(from, [seq], format);
    if (text !== undefined) return await copyText(text, navigator.clipboard);
    return { kind: "refused", reason: "The message is no longer in Traffic." };
  } catch {
    return {
      kind: "refused",
      reason: "A part of the page could not be loaded. Reload the page.",
    };
  }
}

function formatsOf(entry: Entry, index: LogIndex) {
  const method = methodOf(entry, index);
  const formats: { format: Format; label: string }[] = [];
  if (entry.kind === "message") formats.push({ format: "json", label: "Copy as JSON" });
  if (method !== undefined || index.exchange(entry)?.request) {
    formats.push({ format: "curl", label: "Copy as curl" });
    formats.push({ format: "powershell", label: "Copy as PowerShell" });
  }
  if (method !== undefined && sdkMethods.has(method)) {
    formats.push({ format: "typescript", label: "Copy as TypeScript" });
    formats.push({ format: "python", label: "Copy as Python" });
  }
  if (method !== undefined) formats.push({ format: "markdown", label: "Copy as Markdown" });
  return formats;
}

/** The method of the client's request that an entry is or that it answers. */
function methodOf(entry: Entry, index: LogIndex): string | undefined {
  if (entry.kind !== "message") return undefined;
  const pair = index.pair(entry.seq);
  if (entry.direction === "in") return isAnswer(entry) ? pair?.method : undefined;
  return entry.heads.flatMap((head) => (head.kind === "request" ? head.method : []))[0];
}

function isAnswer(entry: Entry): boolean {
  return (
    entry.kind === "message" &&
    entry.direction === "in" &&
    entry.heads.some(({ kind }) => kind === "result" || kind === "error")
  );
}
