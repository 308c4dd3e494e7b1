/** Shows the code that repairs a cause, for the framework that the user chooses. */
import { useState } from "react";
import type { KnownCause } from "../../../shared/doctor/cause.ts";
import { doctorFixes } from "../../../shared/messages/doctorFixes.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import styles from "./DiagnosisPanel.module.css";

export function FixToCopy({ found }: { readonly found: KnownCause }) {
  const fixes = doctorFixes(found);
  const [name, setName] = useState<string>();
  const fix = fixes.find((each) => each.name === name) ?? fixes[0];
  if (!fix) return null;
  return (
    <div className={styles.fix}>
      <Row className={styles.fixHead}>
        <Select
          label="Fix for"
          hideLabel
          isQuiet
          choices={fixes.map((each) => ({ id: each.name, label: `Fix for ${each.name}` }))}
          value={fix.name}
          onChange={setName}
        />
        <CopyButton text={fix.code} size="small" variant="quiet" />
      </Row>
      <pre dir="ltr" className={styles.code}>
        <code>{fix.code}</code>
      </pre>
    </div>
  );
}
