/** Reads the card of a server, checks it, and names each difference to what the server says. */
import { type ComparedServer, compareCard } from "../../../shared/config/documents/compareCard.ts";
import { cardAddress, readCardAt } from "../../../shared/config/documents/readServerCard.ts";
import type { RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { fetchWithReason } from "../connection/openCommandLineTransport.ts";
import { documentVerdicts } from "./documentReport.ts";

const section = "https://modelcontextprotocol.io/seps/2127-mcp-server-cards";

/** A card is public, so no credentials are sent for it, and it is not looked for elsewhere. */
export async function cardVerdicts(server: ComparedServer): Promise<readonly RuleVerdict[]> {
  const address = cardAddress(server.url);
  const common = { section, evidence: [] };
  const read = await readCardAt(address, fetchWithReason);
  if (read.kind === "status") {
    const sentence = `There is no server card at ${address}: the answer has the status ${read.status}.`;
    return [{ ...common, rule: "server-card-missing", outcome: "note", sentence }];
  }
  if (read.kind === "unread") {
    const sentence = `The server card at ${address} could not be read: ${read.reason}.`;
    return [{ ...common, rule: "server-card-unread", outcome: "could-not-run", sentence }];
  }
  const { card } = read;
  const different = compareCard(card, server).filter(({ outcome }) => outcome === "differs");
  const differences = different.map((difference): RuleVerdict => {
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
