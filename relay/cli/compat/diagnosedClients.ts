/** What `doctor --for` adds: how known clients reach a server and sign in, from the same requests. */
import type { CatalogClient } from "../../../shared/clients/clientCatalog.ts";
import type { ClientFact } from "../../../shared/clients/clientFacts.ts";
import type { CompatRow } from "../../../shared/clients/compat/judgeClients.ts";
import type { Target } from "../../../shared/config/target.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { factSourceText } from "../../../shared/messages/clientFindingText.ts";
import type { LogEvidence, RuleVerdict } from "../../../shared/report/examinationReport.ts";
import type { ServerCheck } from "../commands/checkServer.ts";
import type { Terminal } from "../terminal.ts";
import { judgeChecked } from "./compat.ts";
import { compatVerdicts, printCompat } from "./compatReport.ts";
import { clientsNamed } from "./namedClients.ts";

const columns = ["reach", "sign-in"] as const;

interface DiagnosedClients {
  readonly rows: readonly CompatRow[];
  /** Where each client wants to be sent after a sign-in; none if the server asks for no sign-in. */
  readonly redirects: readonly Redirect[];
}

interface Redirect {
  readonly client: CatalogClient;
  readonly uris: readonly string[];
  readonly known: Omit<ClientFact, "value">;
}

/** @throws CommandError if one is not known */
export const clientsOf = (names: readonly string[]): readonly CatalogClient[] =>
  clientsNamed(names);

export async function judgeDiagnosed(
  log: EventLog,
  server: (ServerCheck["server"] & { readonly transport: ServerCheck["transport"] }) | undefined,
  target: Target,
  clients: readonly CatalogClient[],
): Promise<DiagnosedClients> {
  const checked = { log, server, transport: server?.transport };
  const rows = await judgeChecked(checked, target, clients, "doctor");
  const isAsked = rows.some(({ cells }) => cells["sign-in"].state !== "not-seen");
  const redirects = clients.flatMap((client): Redirect[] => {
    const known = client.facts.redirectUris;
    return known && isAsked ? [{ client, uris: known.value, known }] : [];
  });
  return { rows, redirects };
}

const redirectText = ({ client, uris, known }: Redirect) =>
  `${client.title} is sent back to ${uris.join(" and ")} after a sign-in, which the authorization server must allow (${factSourceText(known)}).`;

export async function diagnosedVerdicts(
  { rows, redirects }: DiagnosedClients,
  evidenceOf: (seq: number) => Promise<readonly LogEvidence[]>,
): Promise<readonly RuleVerdict[]> {
  return [
    ...(await compatVerdicts(rows, true, evidenceOf, columns)),
    ...redirects.map((redirect): RuleVerdict => {
      const sentence = redirectText(redirect);
      return {
        rule: "client-redirect",
        outcome: "note",
        subject: redirect.client.id,
        sentence,
        evidence: [],
      };
    }),
  ];
}

export function printDiagnosed(terminal: Terminal, { rows, redirects }: DiagnosedClients): void {
  terminal.print("");
  printCompat(terminal, "In the clients that were named", rows, columns);
  if (redirects.length > 0) terminal.print("");
  for (const redirect of redirects) terminal.print(redirectText(redirect));
}
