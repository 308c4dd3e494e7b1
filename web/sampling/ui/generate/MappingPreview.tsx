/** Shows what is changed in a request for a model's provider, and the body that is sent. */
import { useMemo, useState } from "react";
import { describeMapping } from "../../../../shared/models/describeMapping.ts";
import type { Note } from "../../../../shared/models/model.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { formatCount } from "../../../messages/quantities.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import type { ConfiguredModel } from "../../store/models.ts";
import styles from "./Generate.module.css";
import { NoteList } from "./NoteList.tsx";

interface MappingPreviewProps {
  readonly params: unknown;
  readonly revision: string;
  readonly models: readonly ConfiguredModel[];
}

export function MappingPreview(props: MappingPreviewProps) {
  return props.models.map((model) => (
    <ModelMapping key={model.id} {...props} model={model} isOnly={props.models.length === 1} />
  ));
}

interface ModelMappingProps extends Omit<MappingPreviewProps, "models"> {
  readonly model: ConfiguredModel;
  readonly isOnly: boolean;
}

function ModelMapping({ params, revision, model, isOnly }: ModelMappingProps) {
  const [isOpen, setOpen] = useState(false);
  const mapping = useMemo(
    () => describeMapping(params, model, { revision, isStreaming: true }),
    [params, model, revision],
  );
  if (!mapping) return null;
  const { notes, body } = mapping;
  const leftOut = notes.filter(isMissed).length;
  return (
    <Disclosure
      title={isOnly ? "What is sent to the model" : `What is sent to ${model.name}`}
      hint={leftOut > 0 ? `${formatCount(leftOut, "part")} not sent` : undefined}
      level={4}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      {isOpen && (
        <Stack className={styles.mapping}>
          <NoteList notes={notes} />
          <JsonView
            text={JSON.stringify(body)}
            label="Body of the provider's request"
            pretty
            maxHeight="16rem"
          />
        </Stack>
      )}
    </Disclosure>
  );
}

/** What chose the model, or concerns the protocol only, is no loss. */
function isMissed({ effect, code }: Note): boolean {
  return effect === "left-out" && code !== "used-for-choice" && code !== "protocol-metadata";
}
