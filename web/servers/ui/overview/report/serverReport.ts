/** Collects the facts about a connected server for a report. */
import { getOwn } from "../../../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../../../shared/core/json/jsonObject.ts";
import type { Finding } from "../../../../../shared/lint/finding.ts";
import type { Entry } from "../../../../../shared/log/entry.ts";
import { findingText } from "../../../../../shared/messages/findingText.ts";
import { fitChangeText, mismatchText } from "../../../../../shared/messages/fitMessages.ts";
import { definitionTokens } from "../../../../../shared/models/fit/tokens.ts";
import {
  canBeMadeToFit,
  type FitProvider,
  fitProviders,
  toolFit,
} from "../../../../../shared/models/fit/toolFit.ts";
import { maskedAddress } from "../../../../../shared/recording/maskTarget.ts";
import { negotiationText } from "../../../../messages/negotiationMessages.ts";
import { lists } from "../../../store/catalog/items.ts";
import { knownItems, type ListSize, listSize } from "../../../store/catalog/queries.ts";
import type { ConnectedView } from "../../../store/connections/connection.ts";

export interface ServerReport {
  readonly at: string;
  readonly server: JsonObject;
  readonly revision: string;
  readonly transport: string;
  readonly negotiation: readonly string[];
  readonly capabilities: { readonly server: JsonObject; readonly client?: unknown };
  readonly instructions?: string;
  /** The number of items, or why it is not known, by the heading of their list. */
  readonly lists: Readonly<Record<string, ListSize>>;
  /** Approximately how much of a model's context the definitions of all tools take; undefined if they are not known. */
  readonly tokens: number | undefined;
  readonly tools: readonly ToolReport[];
  /** Undefined if the messages could not be checked. */
  readonly findings: readonly FindingReport[] | undefined;
}

export interface ToolReport {
  readonly name: string;
  readonly tokens: number;
  readonly refusedBy: Reasons;
  /** The changes after which a provider accepts it. */
  readonly fitsAfter?: Reasons;
}

interface FindingReport extends Pick<Finding, "code" | "severity" | "specUrl"> {
  readonly text: string;
  /** How often it was found. */
  readonly count: number;
}

/** Tools and findings that a report names. */
const maxListed = 1000;

interface ReportSource {
  readonly view: ConnectedView;
  /** The log. */
  readonly entries: Iterable<Entry>;
  /** Undefined if the messages could not be checked. */
  readonly findingsOf: ((seq: number) => readonly Finding[]) | undefined;
  /** The capabilities of this client as JSON text. */
  readonly clientCapabilities: string | undefined;
  readonly at: Date;
}

export function serverReport(source: ReportSource): ServerReport {
  const { view, clientCapabilities, findingsOf, at } = source;
  const { agreement, transport } = view.client;
  const { receivedInfo = {}, revision, capabilities, instructions } = agreement;
  const items = knownItems(view);
  const tools = (items.get("tool") ?? []).slice(0, maxListed).map(({ name, raw }) => ({
    name,
    tokens: definitionTokens(raw),
    ...fitOf(raw),
  }));
  const own = [...source.entries].filter((one) => one.connectionId === view.connection.id);
  const described = ["name", "title", "version", "description", "websiteUrl"].flatMap((member) => {
    const value = getOwn(receivedInfo, member);
    return value === undefined ? [] : [[member, value] as const];
  });
  return {
    at: at.toISOString(),
    server: {
      address: maskedAddress(view.connection.target),
      ...Object.fromEntries(described),
    },
    revision,
    transport: transport.kind,
    negotiation: own.flatMap((one) =>
      one.kind === "negotiation" ? [negotiationText(one.step)] : [],
    ),
    capabilities: {
      server: capabilities,
      ...(clientCapabilities !== undefined && { client: JSON.parse(clientCapabilities) }),
    },
    ...(instructions !== undefined && { instructions }),
    lists: Object.fromEntries(
      lists
        .filter(({ kind, method }) => kind !== "event" || view.client.offers(method))
        .map((each) => [each.heading, listSize(view, each)]),
    ),
    tokens: items.has("tool") ? tools.reduce((sum, tool) => sum + tool.tokens, 0) : undefined,
    tools,
    findings: findingsOf && grouped(own.flatMap(({ seq }) => findingsOf(seq))),
  };
}

/** Masks secrets in what a server has written; members are the words of this program. */
export function maskServerReport(
  report: ServerReport,
  { text, json }: { text(value: string): string; json<T>(value: T): T },
): ServerReport {
  const { server, negotiation, capabilities, instructions, tools, findings } = report;
  const masked = (value: unknown) => (typeof value === "string" ? text(value) : json(value));
  return {
    ...report,
    server: Object.fromEntries(
      Object.entries(server).map(([name, value]) => [name, masked(value)]),
    ),
    negotiation: negotiation.map(text),
    capabilities: {
      server: json(capabilities.server),
      ...(capabilities.client !== undefined && { client: json(capabilities.client) }),
    },
    ...(instructions !== undefined && { instructions: text(instructions) }),
    tools: tools.map(({ name, refusedBy, fitsAfter, ...tool }) => ({
      ...tool,
      name: text(name),
      refusedBy: mapReasons(refusedBy, text),
      ...(fitsAfter && { fitsAfter: mapReasons(fitsAfter, text) }),
    })),
    findings: findings?.map((finding) => ({ ...finding, text: text(finding.text) })),
  };
}

type Reasons = Readonly<Partial<Record<FitProvider, readonly string[]>>>;

function mapReasons(reasons: Reasons, text: (value: string) => string): Reasons {
  return Object.fromEntries(
    Object.entries(reasons).map(([provider, all]) => [provider, all.map(text)]),
  );
}

function fitOf(tool: unknown): Required<Pick<ToolReport, "refusedBy" | "fitsAfter">> {
  const fits = fitProviders.flatMap((provider) => {
    const mismatches = toolFit(provider, tool);
    return mismatches.length > 0 ? [{ provider, mismatches }] : [];
  });
  const [changeable = [], refused = []] = [true, false].map((isChangeable) =>
    fits.filter(({ mismatches }) => canBeMadeToFit(mismatches) === isChangeable),
  );
  return {
    refusedBy: Object.fromEntries(
      refused.map(({ provider, mismatches }) => [provider, mismatches.map(mismatchText)]),
    ),
    fitsAfter: Object.fromEntries(
      changeable.map(({ provider, mismatches }) => [provider, mismatches.map(fitChangeText)]),
    ),
  };
}

/** One entry for findings that say the same. */
function grouped(findings: readonly Finding[]): readonly FindingReport[] {
  const bySentence = Map.groupBy(findings, (one) => `${one.code} ${findingText(one)}`);
  return [...bySentence.values()].slice(0, maxListed).flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { code, severity, specUrl } = first;
    return [{ code, severity, specUrl, text: findingText(first), count: same.length }];
  });
}
