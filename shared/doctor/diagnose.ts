/** Runs the probes of an HTTP server in order, until one explains why it cannot be connected to. */
import type { Diagnosis, ProbeResult } from "./cause.ts";
import { createDoctorRequests, type RequestsOptions } from "./doctorRequests.ts";
import { createContext, type DoctorProbe, finding, type HttpSubject } from "./probe.ts";
import { answerProbe } from "./probes/answerProbe.ts";
import { authorizationProbe } from "./probes/authorizationProbe.ts";
import { clockProbe } from "./probes/clockProbe.ts";
import { corsProbe } from "./probes/corsProbe.ts";
import { networkProbe } from "./probes/networkProbe.ts";
import { protocolProbe } from "./probes/protocolProbe.ts";
import { streamProbe } from "./probes/streamProbe.ts";
import { urlProbe } from "./probes/urlProbe.ts";
import { recordFindings } from "./recordFindings.ts";

const httpProbes: readonly DoctorProbe[] = [
  urlProbe,
  networkProbe,
  answerProbe,
  corsProbe,
  authorizationProbe,
  protocolProbe,
  streamProbe,
  clockProbe,
];

export interface DiagnoseOptions extends Omit<RequestsOptions, "url" | "headers"> {
  /** Reads the entries of the connection, those of the doctor included. */
  readonly entries: () => HttpSubject["entries"];
  /** Called before each probe. */
  readonly onProbe?: (probe: DoctorProbe["name"]) => void;
}

/** Diagnoses an HTTP server; never throws because of it. */
export async function diagnoseHttp(
  subject: Omit<HttpSubject, "entries">,
  { entries, onProbe, ...options }: DiagnoseOptions,
): Promise<Diagnosis> {
  const { url, headers, failure } = subject;
  const requests = createDoctorRequests({ ...options, url: url.href, headers });
  const context = createContext({ ...subject, entries: entries() }, requests);
  const results: ProbeResult[] = [];
  let isExplained = false;
  for (const probe of httpProbes) {
    const { name } = probe;
    const current = { ...context, entries: entries() };
    if (isExplained || !probe.applies(current)) {
      results.push({ probe: name, outcome: "skipped", findings: [] });
      continue;
    }
    onProbe?.(name);
    const probed = await probe.run(current);
    if (probed === "unmeasured") {
      results.push({ probe: name, outcome: probed, findings: [] });
      continue;
    }
    const findings = probed;
    results.push({ probe: name, outcome: findings.length > 0 ? "found" : "passed", findings });
    isExplained = findings.some(({ severity }) => severity === "violation");
  }
  const isHarmless = results.some(({ findings }) =>
    findings.some(({ code }) => code === "sign-in-needed" || code === "auth-no-registration"),
  );
  if (failure && !isExplained && !isHarmless) {
    const unexplained = finding("unexplained", { code: failure.code });
    const protocol = results.findIndex(({ probe }) => probe === "protocol");
    results[protocol] = { probe: "protocol", outcome: "found", findings: [unexplained] };
  }
  recordFindings(options.record, results);
  return { results, requests: requests.sent };
}
