/** Edits the variables and environments of a collection as JSON, and the values of its secrets. */
import { useState } from "react";
import type { Collection } from "../../../../shared/collections/collection.ts";
import { collectionFormat } from "../../../../shared/collections/collection.ts";
import { readCollection } from "../../../../shared/collections/readCollection.ts";
import { writeCollection } from "../../../../shared/collections/writeCollection.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { importProblemText } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import type { OpenCollection } from "../../store/collections/storedCollections.ts";
import styles from "./SavedCalls.module.css";

export function VariablesEditor(props: { collections: Collections; shown: OpenCollection }) {
  const { collections, shown } = props;
  const { id, collection, environmentName, secrets, keepsSecrets } = shown;
  const [text, setText] = useState(() => textOf(collection));
  const read = collectionFrom(text);
  const environment = collection.environments.find(({ name }) => name === environmentName);
  const change = (next: string) => {
    setText(next);
    const changed = collectionFrom(next);
    if (changed.kind === "refused") return;
    const { variables, environments } = changed.collection;
    collections.change(id, { collection: { ...collection, variables, environments } });
  };
  return (
    <div className={styles.variables}>
      {environment && environment.secrets.length > 0 && (
        <Stack as="section" aria-label="Secrets" className={styles.secrets}>
          {environment.secrets.map((name) => (
            <TextField
              key={name}
              label={name}
              type="password"
              value={secrets[name] ?? ""}
              onChange={(value) =>
                collections.change(id, { secrets: { ...secrets, [name]: value } })
              }
            />
          ))}
          <Checkbox
            label="Store encrypted in this browser"
            isSelected={keepsSecrets}
            onChange={(isOn) => collections.change(id, { keepsSecrets: isOn })}
          />
        </Stack>
      )}
      <Disclosure title="Variables and environments">
        <TextArea
          label="Variables and environments"
          hideLabel
          isMono
          rows={10}
          value={text}
          onChange={change}
          errorMessage={read.kind === "refused" ? importProblemText(read) : undefined}
        />
      </Disclosure>
    </div>
  );
}

/** The part of the file with variables and environments. */
function textOf(collection: Collection): string {
  const file = writeCollection({ ...collection, calls: [] });
  const [variables = "{}", environments = "[]"] = ["variables", "environments"].map((name) =>
    textAt(file, [name]),
  );
  return `{\n  "variables": ${variables},\n  "environments": ${environments}\n}`;
}

function collectionFrom(text: string) {
  const start = `{"format":${JSON.stringify(collectionFormat)},"name":"any",`;
  return readCollection(
    /^\s*\{\s*\}\s*$/.test(text) ? `${start.slice(0, -1)}}` : text.replace(/^\s*\{/, start),
  );
}
