/** Records one session of a tap, and shows it to the relays of this user. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { formatCommandLine } from "../../../../shared/config/commandLine.ts";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { inServer } from "../../../../shared/recording/maskHead.ts";
import { createRedactor } from "../../../../shared/recording/redaction/redactor.ts";
import { dataFolder } from "../../../store/openStore.ts";
import { tapFolderName } from "../../../taps/tapLines.ts";
import { environmentPrefix } from "../../flags.ts";
import type { Copy } from "../copies.ts";
import type { TapFacts } from "../startRecorder.ts";
import { createDocuments } from "./documents.ts";
import { createHistory } from "./history.ts";
import { connectToRelays } from "./relays.ts";
import { createStdioLog } from "./stdioLog.ts";
import { createTapFile } from "./tapFile.ts";

export type Fact =
  | TapFacts
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: string | null };

/** Milliseconds for which entries are collected. */
const collectMs = 50;

/** @param startedAt milliseconds since 1970 */
export function createTapSession(facts: TapFacts, startedAt: number) {
  const { server, name } = facts;
  const folder = join(dataFolder(process.env[`${environmentPrefix}STORE`]), tapFolderName);
  const shownName =
    name ?? (server.kind === "stdio" ? formatCommandLine(server.command, server.args) : server.url);
  const file = createTapFile(folder, shownName, startedAt);
  const history = createHistory();
  const listing = {
    id: randomBytes(16).toString("hex"),
    name: (name ?? createRedactor().text(shownName, inServer).text).slice(0, 200),
    transport: server.kind,
  };
  const relays = connectToRelays(folder, listing, history);
  const emit = (document: LiveDocument) => {
    file?.add(document);
    history.add(document);
    relays.notify();
  };
  const documents = createDocuments({
    facts,
    startedAt,
    transport: server.kind === "stdio" ? "stdio" : undefined,
    environment: process.env,
    emit,
  });
  const log = createStdioLog(documents.record);
  const base = { kind: "process", direction: "none", exchangeId: undefined } as const;
  if (server.kind === "stdio") {
    const event = { kind: "starting", command: [server.command, ...server.args] } as const;
    documents.record({ ...base, event }, undefined, startedAt);
  }
  if (facts.pid !== undefined) {
    documents.record({ ...base, event: { kind: "started", pid: facts.pid } }, undefined, startedAt);
  }
  const flushing = setInterval(() => documents.flush(), collectMs);

  return {
    take({ kind, bytes, at }: Copy, fact: Fact | undefined) {
      if (kind === "stdin") log.bytes("out", bytes, at);
      else if (kind === "stdout") log.bytes("in", bytes, at);
      else if (kind === "stderr") log.stderr(bytes, at);
      else if (kind === "missed") log.missed(Buffer.from(bytes).readDoubleBE(), at);
      else if (fact?.kind === "exited") {
        log.end(at);
        documents.record({ ...base, event: fact }, undefined, at);
      }
    },
    async end() {
      clearInterval(flushing);
      documents.flush();
      file?.close();
      history.add({ isEnd: true });
      relays.notify();
      await relays.close();
    },
  };
}
