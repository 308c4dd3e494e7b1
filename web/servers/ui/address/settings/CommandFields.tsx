/** Edits a command: program, arguments, directory and environment. */
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { formatCommandLine } from "../../../../../shared/config/commandLine.ts";
import type { StdioTarget } from "../../../../../shared/config/target.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../../ui/Button.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { addressedServer } from "../../../store/server.ts";
import { EnvironmentField } from "./EnvironmentField.tsx";
import styles from "./Rows.module.css";
import { useEditableRows } from "./useRows.ts";

/** @param props.target what the address bar says when the dialog opens */
export function CommandFields({ target }: { target: StdioTarget }) {
  const { all } = useStores().servers;
  const { id, settings } = useStore(all, addressedServer);
  const { directory, environment } = settings;
  const [program, setProgram] = useState(target.command);

  const write = (command: string, args: readonly string[]) => {
    if (command.trim() === "") return;
    all.editCommand(id, formatCommandLine(command, args));
  };
  const { rows, add, change, remove } = useEditableRows(target.args, (args) =>
    write(program, args),
  );

  return (
    <>
      <TextField
        label="Program"
        description="Started without a shell: variables, ~ and globs are not expanded."
        isMono
        value={program}
        onChange={(next) => {
          setProgram(next);
          write(
            next,
            rows.map(({ value }) => value),
          );
        }}
        errorMessage={
          program.trim() === ""
            ? "Enter a program. Until then, the previous one is used."
            : undefined
        }
      />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Arguments</legend>
        {rows.map(({ id, value }, index) => (
          <div key={id} className={styles.row}>
            <TextField
              label={`Argument ${index + 1}`}
              hideLabel
              isMono
              autoFocus={id >= target.args.length}
              value={value}
              onChange={(next) => change(id, next)}
              className={styles.value}
            />
            <IconButton
              label={`Remove argument ${index + 1}`}
              icon={X}
              onPress={() => remove((row) => row.id === id)}
            />
          </div>
        ))}
        <div className={styles.actions}>
          <Button size="small" icon={Plus} onPress={() => add("")}>
            Add argument
          </Button>
        </div>
      </fieldset>
      <TextField
        label="Directory"
        description="The command's working directory. If empty, the relay's working directory."
        isMono
        placeholder="/home/you/your-server"
        value={directory}
        onChange={(next) => all.change(id, { directory: next })}
      />
      <EnvironmentField
        value={environment}
        onChange={(next) => all.change(id, { environment: next })}
      />
    </>
  );
}
