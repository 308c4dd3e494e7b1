/** Which deprecated features the server has used, until when they last at least, and what to do. */
import {
  deprecatedInstead,
  deprecatedUse,
  deprecatedWhen,
} from "../../../../shared/messages/deprecationText.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useFindings } from "../../../traffic/hooks/useFindings.ts";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";

export function DeprecatedFeatures({ connectionId }: { readonly connectionId: string }) {
  const { log } = useStores().traffic;
  const { entries } = log.snapshot();
  const first = entries[0]?.seq ?? 0;
  const found = [...(useFindings().snapshot()?.bySeq.values() ?? [])]
    .flat()
    .filter(
      (finding) =>
        finding.code === "deprecated-feature" &&
        entries[finding.seq - first]?.connectionId === connectionId,
    );
  if (found.length === 0) return null;
  return (
    <section aria-label="Deprecated features">
      <Stack gap={2}>
        <Heading level={3}>Deprecated features in use</Heading>
        {found.map(
          ({ code, evidence, specUrl }) =>
            code === "deprecated-feature" && (
              <Text key={evidence.feature} as="p" size="small">
                {deprecatedUse(evidence.feature)} is {deprecatedWhen(evidence.feature)}.{" "}
                {deprecatedInstead(evidence.feature)}{" "}
                <a href={specUrl} target="_blank" rel="noreferrer">
                  Deprecated features of the specification
                </a>
              </Text>
            ),
        )}
      </Stack>
    </section>
  );
}
