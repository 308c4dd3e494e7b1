/** Records one session of a tap. */
import { join } from "node:path";
import { dataFolder } from "../../../store/openStore.ts";
import { environmentPrefix } from "../../flags.ts";
import type { Copy } from "../copies.ts";
import type { TapFacts } from "../startRecorder.ts";
import { createDocuments } from "./documents.ts";
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
  const file = createTapFile(
    join(dataFolder(process.env[`${environmentPrefix}STORE`]), "taps"),
    name ?? (server.kind === "stdio" ? server.command : new URL(server.url).host),
    startedAt,
  );
  const documents = createDocuments({
    facts,
    startedAt,
    transport: server.kind === "stdio" ? "stdio" : undefined,
    environment: process.env,
    emit: (document) => file?.add(document),
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
    end() {
      clearInterval(flushing);
      documents.flush();
      file?.close();
    },
  };
}
