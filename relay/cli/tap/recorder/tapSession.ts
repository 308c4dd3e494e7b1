/** Records one session of a tap, and shows it to the relays of this user. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { formatCommandLine } from "../../../../shared/config/commandLine.ts";
import type { Target } from "../../../../shared/config/target.ts";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { inServer } from "../../../../shared/recording/maskHead.ts";
import { createRedactor } from "../../../../shared/recording/redaction/redactor.ts";
import { dataFolder } from "../../../store/dataFolder.ts";
import { tapFolderName } from "../../../taps/tapLines.ts";
import { environmentPrefix } from "../../flags.ts";
import type { TapFacts } from "../startRecorder.ts";
import { type AddEntry, createDocuments } from "./documents.ts";
import { createHistory, type History } from "./history.ts";
import { connectToRelays, type Orders } from "./relays.ts";
import { createSpanExporter } from "./spanExporter.ts";
import { createTapFile } from "./tapFile.ts";

export interface TapSession {
  readonly record: AddEntry;
  /** Tells the page that decides what happens. */
  report(report: object): void;
  /** Ends the session; its last entries are written. */
  end(): Promise<void>;
}

/** Milliseconds for which entries are collected. */
const collectMs = 50;

/** Of a connection that an agent's tool records itself: it has no file of its own. */
interface AgentSession {
  /** The server, with its secrets. */
  readonly target: Target;
  /** Milliseconds since 1970 at time 0 of its clock. */
  readonly timeOrigin: number;
  /** Bytes of a body; larger ones are counted only. */
  readonly maxBodyBytes: number;
  /** Is called when a page reads. */
  readonly onRead: () => void;
}

interface SessionOptions {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly orders: Orders;
  /** Further secrets that are known so far. */
  readonly secrets?: () => readonly string[];
  readonly agent?: AgentSession;
}

export function createTapSession(
  facts: TapFacts,
  { startedAt, orders, secrets, agent }: SessionOptions,
): TapSession {
  const { server, name, restarts, publicAt } = facts;
  const folder = join(dataFolder(process.env[`${environmentPrefix}STORE`]), tapFolderName);
  const shownName =
    name ?? (server.kind === "stdio" ? formatCommandLine(server.command, server.args) : server.url);
  const file = agent ? undefined : createTapFile(folder, shownName, startedAt);
  const kept = createHistory();
  const history: History = {
    ...kept,
    read(from) {
      agent?.onRead();
      return kept.read(from);
    },
  };
  const listing = {
    id: randomBytes(16).toString("hex"),
    name: (name ?? createRedactor().text(shownName, inServer).text).slice(0, 200),
    transport: server.kind,
    ...(restarts ? { restarts } : {}),
    ...(publicAt === undefined ? {} : { publicAt }),
    ...(agent ? ({ agent: true } as const) : {}),
  };
  const relays = connectToRelays(folder, listing, file?.name, history, orders);
  const spans = facts.otlp === undefined ? undefined : createSpanExporter(facts.otlp);
  const emit = (document: LiveDocument) => {
    spans?.add(document);
    file?.add(document);
    history.add(document);
    relays.notify();
  };
  const documents = createDocuments({
    target: agent?.target ?? targetOf(server),
    secrets,
    maxBodyBytes: agent?.maxBodyBytes,
    timeOrigin: agent?.timeOrigin ?? 0,
    startedAt,
    transport: server.kind === "stdio" ? "stdio" : undefined,
    environment: process.env,
    emit,
  });
  const flushing = setInterval(() => documents.flush(), collectMs);

  return {
    record: documents.record,
    report: relays.report,
    async end() {
      clearInterval(flushing);
      documents.flush();
      file?.close();
      history.add({ isEnd: true });
      relays.notify();
      await Promise.all([relays.close(), spans?.end()]);
    },
  };
}

function targetOf(server: TapFacts["server"]) {
  if (server.kind === "http") return { kind: "http", url: server.url } as const;
  const { command, args, env } = server;
  return { kind: "stdio", command, args, ...(env ? { env } : {}) } as const;
}
