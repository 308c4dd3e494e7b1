/** Which deprecated features the server has used, until when they last at least, and what to do. */
import { entryAt } from "../../../../shared/log/eventLog.ts";
import {
  deprecatedInstead,
  deprecatedUse,
  deprecatedWhen,
} from "../../../../shared/messages/deprecationText.ts";
import { asSentence } from "../../../../shared/messages/phrases.ts";
import { deprecations } from "../../../../shared/protocol/deprecations.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useFindings } from "../../../traffic/hooks/useFindings.ts";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";

export function DeprecatedFeatures({ connectionId }: { readonly connectionId: string }) {
  const { log } = useStores().traffic;
  const entries = log.snapshot();
  const found = [...(useFindings().snapshot()?.bySeq.values() ?? [])]
    .flat()
    .filter((finding) => finding.code === "deprecated-feature")
    .filter(({ seq }) => entryAt(entries, seq)?.connectionId === connectionId);
  if (found.length === 0) return null;
  const removals = found.flatMap(({ evidence }) => deprecations[evidence.feature].removal ?? []);
  const [earliest] = removals.toSorted();
  return (
    <section aria-label="Deprecated features">
      <Stack gap={2}>
        <Heading level={3}>
          {`Uses ${formatCount(found.length, "deprecated feature")}`}
          {earliest !== undefined && `; earliest removal ${earliest}`}
        </Heading>
        {found.map(({ evidence: { feature }, specUrl }) => (
          <Text key={feature} as="p" size="small">
            {asSentence(deprecatedUse(feature))} is {deprecatedWhen(feature)}.{" "}
            {deprecatedInstead(feature)}{" "}
            <a href={specUrl} target="_blank" rel="noreferrer">
              Deprecated features of the specification
            </a>
          </Text>
        ))}
      </Stack>
    </section>
  );
}
