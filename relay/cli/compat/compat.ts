/** `mcp-playground compat`: says how a server works with known clients. */

import { type CatalogClient, clientCatalog } from "../../../shared/clients/clientCatalog.ts";
import { type CompatRow, judgeClients } from "../../../shared/clients/compat/judgeClients.ts";
import { observeOffers, observeServer } from "../../../shared/clients/compat/observedServer.ts";
import type { Target } from "../../../shared/config/target.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { createEvidence } from "../../../shared/report/logEvidence.ts";
import { checkServer, type ServerCheck } from "../commands/checkServer.ts";
import { withServer } from "../connection/commandClient.ts";
import { serverOfCommand } from "../connection/serverOfCommand.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { checkVerdicts } from "../reports/checkReport.ts";
import { artifactOf, deliverReport } from "../reports/deliverReport.ts";
import { reportOfCommand } from "../reports/reportOfCommand.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";
import type { CompatArguments } from "./compatArguments.ts";
import { compatVerdicts, printCompat } from "./compatReport.ts";
import { clientsNamed } from "./namedClients.ts";

/** Lists what the server has, calls no tool, and judges it once for each client. */
export async function compat(wanted: CompatArguments, terminal: Terminal): Promise<ExitCode> {
  if (wanted.kind === "compat-clients") {
    printClients(wanted.report.output === "json", terminal);
    return exitCodes.passed;
  }
  const clients = wanted.clients.length > 0 ? clientsNamed(wanted.clients) : clientCatalog;
  const { target, headers } = await serverOfCommand(wanted, terminal);
  const mask = createMask({ target, headers });
  const startedAt = new Date();
  const checked = await checkServer({
    ...wanted,
    target,
    headers,
    digests: false,
    signIn: { terminal, isWanted: wanted.authorize, mask },
  });
  const offered = new Set(clients.flatMap(({ facts }) => facts.revision?.value ?? []));
  for (const revision of checked.server ? offered : []) {
    if (revision === checked.revision) continue;
    // what it answers is in the log
    await withServer(
      {
        ...wanted,
        ...{ target, headers, revision, signIn: undefined, record: undefined, log: checked.log },
        connectionId: `check-${revision}`,
      },
      async () => {},
    );
  }
  const evidenceOf = createEvidence(checked.log, mask);
  const rows = await judgeChecked(checked, target, clients);
  const { server, revision, transport, failure } = checked;
  const report = reportOfCommand({
    examination: "compat",
    title: maskedAddress(target),
    startedAt,
    server: server && { ...server, revision, transport },
    verdicts: [
      // what could not be read is said once, and not for each client
      ...(failure ? await checkVerdicts({ ...checked, findings: [] }, evidenceOf, undefined) : []),
      ...(await compatVerdicts(rows, wanted.clients.length > 0, evidenceOf)),
    ],
    mask,
  });
  return deliverReport(report, wanted.report, {
    terminal,
    artifact: artifactOf(target),
    printText: (each) => {
      const masked = maskedTerminal(terminal, mask);
      const failed = each.verdicts.find(({ outcome }) => outcome === "could-not-run");
      if (failed) masked.printError(escapeForTerminal(failed.sentence));
      printCompat(masked, each.title, rows);
    },
  });
}

/** Judges what `check`, or another command, has read of a server. */
export async function judgeChecked(
  { log, server, transport }: Pick<ServerCheck, "log" | "server" | "transport">,
  target: Target,
  clients: readonly CatalogClient[],
  connectionId = "check",
): Promise<readonly CompatRow[]> {
  const isHttp = target.kind === "http";
  const offers = await observeOffers(log, log.snapshot().entries);
  const observed = await observeServer(log, connectionId, {
    transport: transport === "http-sse" ? "sse" : isHttp ? "http" : "stdio",
    url: isHttp ? new URL(target.url) : undefined,
    name: server?.name ?? "",
    offers,
  });
  return judgeClients(clients, observed);
}

function printClients(isJson: boolean, { print, write }: Terminal): void {
  if (isJson) {
    write(`${JSON.stringify(clientCatalog, null, 2)}\n`);
    return;
  }
  const longest = Math.max(...clientCatalog.map(({ id }) => id.length));
  for (const { id, title, versions, facts } of clientCatalog) {
    const count = Object.keys(facts).length;
    print(`${id.padEnd(longest + 2)}${title} ${versions} · ${count} facts`);
  }
}
