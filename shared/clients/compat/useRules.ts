/** What becomes of calls, results and apps in a client. */
import { isAppUri, readAppTool } from "../../apps/appTool.ts";
import { encodeText } from "../../core/bytes.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import { compareParts, contentBlocks, contentTexts } from "../../models/fit/resultParts.ts";
import { bytesPerToken } from "../../models/fit/tokens.ts";
import { appExtension } from "../../protocol/appExtension.ts";
import type { ClientFacts } from "../clientFacts.ts";
import type { ClientFinding } from "./clientProblem.ts";
import type { ObservedCall, ObservedServer } from "./observedServer.ts";

export function* callFindings(
  { callLimit }: ClientFacts,
  { calls }: ObservedServer,
): Generator<ClientFinding> {
  if (!callLimit) return;
  for (const { tool, ms, seq } of calls) {
    if (ms <= callLimit.value) continue;
    const problem = { code: "call-too-long", tool, ms, limitMs: callLimit.value } as const;
    yield { column: "call", isFailure: true, fact: "callLimit", problem, seq };
  }
}

export function* resultFindings(
  facts: ClientFacts,
  { calls }: ObservedServer,
): Generator<ClientFinding> {
  const newest = new Map(calls.map((call) => [call.tool, call]));
  for (const call of newest.values()) yield* findingsOfResult(facts, call);
}

function* findingsOfResult(
  { resultLimit, modelGets, imagesWithStructured }: ClientFacts,
  { tool, result, seq }: ObservedCall,
): Generator<ClientFinding> {
  const common = { column: "result", seq } as const;
  const texts = contentTexts(result);
  const structured = getOwn(result, "structuredContent");
  if (resultLimit) {
    const text = JSON.stringify(result);
    const rule = resultLimit.value;
    const [size, limit, unit] =
      "tokens" in rule
        ? ([Math.ceil(encodeText(text).length / bytesPerToken), rule.tokens, "tokens"] as const)
        : ([text.length, rule.characters, "characters"] as const);
    if (size > limit) {
      const problem = { code: "result-too-large", tool, size, limit, unit } as const;
      yield { ...common, isFailure: true, fact: "resultLimit", problem };
    }
  }
  if (structured === undefined) return;
  const parts = compareParts(result);
  const isPartial = parts.kind === "compared" && parts.inText < parts.values;
  if (modelGets?.value === "content" && (isPartial || texts.length === 0)) {
    const problem = { code: "structured-unseen", tool } as const;
    yield { ...common, isFailure: texts.length === 0, fact: "modelGets", problem };
  }
  const hasImage = contentBlocks(result).some((block) => getOwn(block, "type") === "image");
  if (hasImage && imagesWithStructured) {
    const problem = { code: "images-unseen", tool } as const;
    yield { ...common, isFailure: true, fact: "imagesWithStructured", problem };
  }
  // structured content that is part of the text loses what the text says beside it
  const isLonger = texts.join("").length > 2 * JSON.stringify(structured).length;
  if (modelGets?.value === "structured-first" && isLonger) {
    const problem = { code: "content-unseen", tool } as const;
    yield { ...common, isFailure: false, fact: "modelGets", problem };
  }
}

/** @param domainOf the host that a client gives to the app of a server at this URL */
export async function appFindings(
  facts: ClientFacts,
  server: ObservedServer,
  domainOf: (url: URL) => Promise<string>,
): Promise<readonly ClientFinding[]> {
  const { tools, documents, url } = server;
  const { capabilities, apps } = facts;
  const found: ClientFinding[] = [];
  const isShown = getOwn(getOwn(capabilities?.value, "extensions"), appExtension) !== undefined;
  for (const { definition, name, seq } of tools) {
    const app = readAppTool(definition);
    if (app.resourceUri !== undefined && capabilities && !isShown) {
      const problem = { code: "app-not-shown", tool: name } as const;
      found.push({ column: "app", isFailure: false, fact: "capabilities", problem, seq });
    }
    if (apps?.value.appOnlyToolsShown && !app.isForModel) {
      const problem = { code: "app-only-tool-shown", tool: name } as const;
      found.push({ column: "app", isFailure: false, fact: "apps", problem, seq });
    }
  }
  if (!apps) return found;
  for (const [uri, { value, seq }] of documents) {
    if (!isAppUri(uri)) continue;
    const common = { column: "app", fact: "apps", seq } as const;
    const ui = getOwn(getOwn(value, "_meta"), "ui");
    const members = apps.value.ignoredPolicy.filter((member) => {
      const sources = getOwn(getOwn(ui, "csp"), member);
      return Array.isArray(sources) && sources.length > 0;
    });
    if (members.length > 0) {
      const problem = { code: "app-policy-ignored", uri, members } as const;
      found.push({ ...common, isFailure: true, problem });
    }
    const domain = getOwn(ui, "domain");
    if (apps.value.domain !== "claude" || typeof domain !== "string" || !url) continue;
    const expected = await domainOf(url);
    if (domain !== expected) {
      const problem = { code: "app-domain", uri, domain, expected } as const;
      found.push({ ...common, isFailure: true, problem });
    }
  }
  return found;
}
