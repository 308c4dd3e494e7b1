/** A sampling request without a server: its name, its text, and what models answer. */
import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { revisions } from "../../../../shared/protocol/revisions.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Fields } from "../../../ui/fields/Field.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { type ScratchRequest, savedRequests } from "../../store/scratch.ts";
import { GeneratePanel } from "../generate/lazyGenerate.tsx";
import { RequestPanel } from "../request/RequestPanel.tsx";
import styles from "./Scratch.module.css";
import { lastText } from "./scratchTitle.ts";
import { useNewScratch } from "./useNewScratch.ts";

const revisionChoices = revisions.map((id) => ({ id, label: id }));

export function ScratchEditor({ request }: { readonly request: ScratchRequest }) {
  const { sampling } = useStores();
  const { id, name, revision, text } = request;
  const isSaved = useStore(sampling.scratch, (all) => savedRequests(all).includes(request));
  const newScratch = useNewScratch();
  const [startsWith] = useState(() =>
    // a new one
    text.length < 1000 && lastText(text) === "" ? ("form" as const) : ("conversation" as const),
  );
  const change = (part: Parameters<typeof sampling.scratch.change>[1]) =>
    sampling.scratch.change(id, part);
  return (
    <section aria-label="Scratch request" className={styles.scratch}>
      <Fields>
        <TextField
          label="Name"
          description={savedText(name, isSaved)}
          value={name}
          maxLength={200}
          onChange={(value) => change({ name: value })}
        />
        <Select
          label="Protocol revision"
          choices={revisionChoices}
          value={revisionChoices.find((choice) => choice.id === revision)?.id ?? null}
          placeholder={revision}
          onChange={(value) => change({ revision: value })}
        />
      </Fields>
      <RequestPanel
        id={id}
        text={text}
        revision={revision}
        onChange={(value) => change({ text: value })}
        startsWith={startsWith}
      />
      <GeneratePanel request={{ text, revision }} subject={{ kind: "scratch", id }} />
      <Row wraps>
        <Button variant="quiet" icon={Copy} onPress={() => newScratch({ text, revision })}>
          Duplicate
        </Button>
        <Button variant="quiet" icon={Trash2} onPress={() => sampling.scratch.remove(id)}>
          Delete
        </Button>
      </Row>
    </section>
  );
}

function savedText(name: string, isSaved: boolean): string {
  if (name === "") return "A request with a name is saved in this browser.";
  return isSaved ? "Saved." : "Too large to be saved in this browser.";
}
