/** Edits a command's environment variables; values are masked until shown. */
import { ClipboardPaste, Eye, EyeOff, Plus, X } from "lucide-react";
import { type ClipboardEvent, useState } from "react";
import { parseDotenv } from "../../../../../shared/config/dotenv.ts";
import type { Header } from "../../../../../shared/protocol/headers.ts";
import { formatCount } from "../../../../messages/quantities.ts";
import { Button, IconButton } from "../../../../ui/Button.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import styles from "./Rows.module.css";
import { useEditableRows } from "./useRows.ts";

interface EnvironmentFieldProps {
  readonly value: readonly Header[];
  readonly onChange: (variables: readonly Header[]) => void;
}

export function EnvironmentField({ value, onChange }: EnvironmentFieldProps) {
  const { rows, add, change, remove } = useEditableRows<Header>(value, (variables) =>
    onChange(variables.filter(([name]) => isName(name))),
  );
  const [pasting, setPasting] = useState<string>();
  const block = parseDotenv(pasting ?? "");

  /** A block of `NAME=value` lines pasted into a name field becomes rows. */
  const takeBlock = (id: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    const { variables } = parseDotenv(text);
    const [first, ...others] = variables;
    if (!first || !text.includes("=")) return;
    event.preventDefault();
    remove((row) => row.id === id);
    add(first, ...others);
  };

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Environment</legend>
      <p className={styles.help}>
        A server inherits only what it needs to run (HOME, LANG, PATH, TERM, TMPDIR and USER, or
        their equivalents on Windows) and gets the variables below. Values are kept in this tab's
        memory only.
      </p>
      {rows.map(({ id, value: variable }) => (
        <VariableRow
          key={id}
          variable={variable}
          onChange={(next) => change(id, next)}
          onRemove={() => remove((row) => row.id === id)}
          onPaste={takeBlock(id)}
        />
      ))}
      <div className={styles.actions}>
        <Button size="small" icon={Plus} onPress={() => add(["", ""])}>
          Add variable
        </Button>
        <Button
          size="small"
          icon={ClipboardPaste}
          aria-expanded={pasting !== undefined}
          onPress={() => setPasting(pasting === undefined ? "" : undefined)}
        >
          Paste a .env file
        </Button>
      </div>
      {pasting !== undefined && (
        <div className={styles.paste}>
          <TextArea
            label=".env text"
            autoFocus
            isMono
            rows={3}
            value={pasting}
            onChange={setPasting}
            errorMessage={
              block.wrong === undefined
                ? undefined
                : `Line ${block.wrong} is not in the form NAME=value and is ignored.`
            }
          />
          <div className={styles.actions}>
            <Button
              size="small"
              variant="primary"
              isDisabled={block.variables.length === 0}
              onPress={() => {
                const names = new Set(block.variables.map(([name]) => name));
                remove(({ value: [name] }) => names.has(name));
                add(...block.variables);
                setPasting(undefined);
              }}
            >
              {`Add ${formatCount(block.variables.length, "variable")}`}
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  );
}

function VariableRow(props: {
  variable: Header;
  onChange: (variable: Header) => void;
  onRemove: () => void;
  onPaste: (event: ClipboardEvent) => void;
}) {
  const [name, value] = props.variable;
  const [isShown, setShown] = useState(false);
  const of = name || "this variable";
  return (
    <div className={styles.row}>
      <TextField
        label="Name"
        hideLabel
        isMono
        autoFocus={name === ""}
        placeholder="NAME"
        value={name}
        onChange={(next) => props.onChange([next, value])}
        onPaste={props.onPaste}
        errorMessage={
          name === "" || isName(name)
            ? undefined
            : "A name must not contain an equals sign or white space."
        }
        className={styles.name}
      />
      <TextField
        label={name ? `Value of ${name}` : "Value"}
        hideLabel
        isMono
        type={isShown ? "text" : "password"}
        placeholder="value"
        value={value}
        onChange={(next) => props.onChange([name, next])}
        className={styles.value}
      />
      <Button
        variant="quiet"
        aria-label={isShown ? `Hide the value of ${of}` : `Show the value of ${of}`}
        icon={isShown ? EyeOff : Eye}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
      </Button>
      <IconButton label={`Remove ${of}`} icon={X} onPress={props.onRemove} />
    </div>
  );
}

function isName(name: string): boolean {
  return /^[^=\s\0]+$/.test(name);
}
