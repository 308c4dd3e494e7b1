/** Reads the card of a server, checks it, and names each difference to what the server says. */
import { cardDifferences } from "../../../shared/config/cardDifferences.ts";
import { readUpTo } from "../../../shared/core/body.ts";
import { decodeText } from "../../../shared/core/bytes.ts";
import { type JsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { fetchWithReason } from "../connection/openCommandLineTransport.ts";
import { documentVerdicts } from "./documentReport.ts";

const section = "https://modelcontextprotocol.io/seps/2127-mcp-server-cards";
const limits = { ms: 10_000, bytes: 1024 * 1024 } as const;

interface CheckedCardServer {
  readonly info: JsonObject;
  readonly revision: string;
  readonly url: string;
}

/** A card is public, so no credentials are sent for it, and it is not looked for elsewhere. */
export async function cardVerdicts(server: CheckedCardServer): Promise<readonly RuleVerdict[]> {
  const { origin, pathname } = new URL(server.url);
  const address = `${origin}${pathname.replace(/\/$/, "")}/server-card`;
  const common = { section, evidence: [] };
  const read = await readCard(address);
  if ("status" in read) {
    const sentence = `There is no server card at ${address}: the answer has the status ${read.status}.`;
    return [{ ...common, rule: "server-card-missing", outcome: "note", sentence }];
  }
  if ("reason" in read) {
    const sentence = `The server card at ${address} could not be read: ${read.reason}.`;
    return [{ ...common, rule: "server-card-unread", outcome: "could-not-run", sentence }];
  }
  const { card } = read;
  const differences = cardDifferences(card, server).map((difference): RuleVerdict => {
    const ofCard = difference.card === undefined ? "nothing" : JSON.stringify(difference.card);
    return {
      ...common,
      rule: "server-card-differs",
      outcome: "warning",
      subject: difference.member,
      sentence: `The card has ${ofCard}, and the server ${JSON.stringify(difference.server)}.`,
    };
  });
  const sentence = `The card at ${address} says the same as the server.`;
  const same: RuleVerdict = { ...common, rule: "server-card-differs", outcome: "passed", sentence };
  return [
    ...documentVerdicts(card, "server-card"),
    ...(differences.length > 0 ? differences : [same]),
  ];
}

type CardRead =
  | { readonly card: JsonObject }
  | { readonly status: number }
  | { readonly reason: string };

async function readCard(address: string): Promise<CardRead> {
  try {
    const response = await fetchWithReason(address, {
      headers: { Accept: "application/mcp-server-card+json, application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(limits.ms),
    });
    if (!response.ok) return { status: response.status };
    const { bytes, isWhole } = await readUpTo(response.body, limits.bytes);
    if (!isWhole) return { reason: "it is larger than 1 MiB" };
    const card = parseJsonObject(decodeText(bytes));
    return card ? { card } : { reason: "it is no JSON object" };
  } catch (error) {
    return { reason: errorMessage(error) };
  }
}
