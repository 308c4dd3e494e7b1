/** What the definitions of a server's tools cost a model, and which providers accept them. */
import { countText } from "../../../shared/core/countText.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { fitProviderNames, fitText } from "../../../shared/messages/fitMessages.ts";
import { quoted } from "../../../shared/messages/phrases.ts";
import { definitionTokens } from "../../../shared/models/fit/tokens.ts";
import {
  canBeMadeToFit,
  type FitProvider,
  fitProviders,
  toolFit,
} from "../../../shared/models/fit/toolFit.ts";
import type { RuleVerdict } from "../../../shared/report/examinationReport.ts";

/** The most tools that are compared with what providers accept; a sentence says of how many. */
const maxFitted = 2000;

/** Tools that one sentence names. */
const maxNamed = 5;

/**
 * Says it of a list of tools; a provider that refuses one is a note, because no rule demands that it fits.
 * @param maxTokens more than that is a violation; undefined for no limit
 */
export function definitionVerdicts(
  tools: readonly unknown[],
  maxTokens: number | undefined,
): readonly RuleVerdict[] {
  const tokens = tools.reduce<number>((sum, tool) => sum + definitionTokens(tool), 0);
  const cost = `The definitions of ${countText(tools.length, "tool")} are about ${countText(tokens, "token")}`;
  const isOver = maxTokens !== undefined && tokens > maxTokens;
  const limit =
    maxTokens === undefined
      ? ""
      : isOver
        ? `, more than the ${maxTokens.toLocaleString("en")} of --max-tokens`
        : `, within the ${maxTokens.toLocaleString("en")} of --max-tokens`;
  // one without a name or schema breaks the specification, which is a finding of its own
  const fitting = tools
    .slice(0, maxFitted)
    .filter(
      (tool) =>
        typeof getOwn(tool, "name") === "string" && isJsonObject(getOwn(tool, "inputSchema")),
    );
  const common = { subject: "tools/list", evidence: [] };
  return [
    {
      ...common,
      rule: "definition-tokens",
      outcome: isOver ? "violation" : "passed",
      sentence: `${cost}${limit}.`,
    },
    ...(fitting.length === 0 ? [] : fitProviders.map((provider) => fitVerdict(provider, fitting))),
  ];
}

function fitVerdict(provider: FitProvider, tools: readonly unknown[]): RuleVerdict {
  const found = tools.map((tool) => ({
    name: String(getOwn(tool, "name") ?? ""),
    mismatches: toolFit(provider, tool),
  }));
  const refused = found.filter(({ mismatches }) => !canBeMadeToFit(mismatches));
  const changed = found.filter(
    ({ mismatches }) => mismatches.length > 0 && canBeMadeToFit(mismatches),
  );
  const name = fitProviderNames[provider];
  const fitting = tools.length - refused.length - changed.length;
  const parts = [
    `${fitting} of ${countText(tools.length, "tool")} fit unchanged`,
    ...(changed.length === 0 ? [] : [`${changed.length} after changes of the schema`]),
    ...(refused.length === 0
      ? []
      : [
          `refused: ${refused.slice(0, maxNamed).map(reasonText).join(", ")}${more(refused.length)}`,
        ]),
  ];
  return {
    rule: `fits-${provider}`,
    outcome: refused.length > 0 ? "note" : "passed",
    subject: "tools/list",
    sentence: `${name}: ${parts.join("; ")}.`,
    evidence: [],
  };
}

const reasonText = ({
  name,
  mismatches,
}: {
  name: string;
  mismatches: Parameters<typeof fitText>[0];
}) => `${quoted(name)} (${fitText(mismatches)})`;

const more = (count: number) => (count > maxNamed ? `, and ${count - maxNamed} more` : "");
