/** Reads the card of a server, checks it, and names each difference to what the server says. */
import { cardDifferences } from "../../../shared/config/cardDifferences.ts";
import { type JsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { fetchWithReason } from "../connection/openCommandLineTransport.ts";
import { documentVerdicts } from "./documentReport.ts";

const section = "https://modelcontextprotocol.io/seps/2127-mcp-server-cards";
const limits = { ms: 10_000, characters: 1024 * 1024 } as const;

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
  const card = await readCard(address);
  if (typeof card === "string") {
    const sentence = `There is no server card at ${address}: ${card}.`;
    return [{ ...common, rule: "server-card-missing", outcome: "note", sentence }];
  }
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

/** @returns why there is none */
async function readCard(address: string): Promise<JsonObject | string> {
  try {
    const response = await fetchWithReason(address, {
      headers: { Accept: "application/mcp-server-card+json, application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(limits.ms),
    });
    if (!response.ok) return `the answer has the status ${response.status}`;
    const text = await response.text();
    if (text.length > limits.characters) return "it is too large";
    return parseJsonObject(text) ?? "the answer is no JSON object";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
