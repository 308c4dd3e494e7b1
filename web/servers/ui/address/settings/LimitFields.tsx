/** The limits of requests and the log level, of one server or for new ones. */
import { useState } from "react";
import { logLevelChoices } from "../../../../messages/logMessages.ts";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import type { ServerSettings } from "../../../store/settings.ts";

type Limits = Pick<
  ServerSettings,
  "timeoutSeconds" | "maximumSeconds" | "largestAnswerMegabytes" | "logLevel"
>;

export function LimitFields(props: {
  readonly limits: Limits;
  readonly onChange: (limits: Partial<Limits>) => void;
}) {
  const { limits, onChange } = props;
  return (
    <>
      <SecondsField
        label="Timeout (s)"
        description="Without an answer or progress; 0: none."
        value={limits.timeoutSeconds}
        onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
      />
      <SecondsField
        label="Maximum time (s)"
        description="With progress, too; 0: none."
        value={limits.maximumSeconds}
        onChange={(maximumSeconds) => onChange({ maximumSeconds })}
      />
      <MegabytesField
        value={limits.largestAnswerMegabytes}
        onChange={(largestAnswerMegabytes) => onChange({ largestAnswerMegabytes })}
      />
      <Select<string>
        label="Log messages"
        description="The lowest level asked for."
        choices={logLevelChoices}
        value={limits.logLevel ?? "none"}
        onChange={(level) => onChange({ logLevel: level === "none" ? undefined : level })}
      />
    </>
  );
}

function MegabytesField(props: { value: number; onChange: (megabytes: number) => void }) {
  const { value, onChange } = props;
  const [text, setText] = useState(String(value));
  const isGood = (written: string) => Number(written) > 0 && Number(written) <= 500;
  return (
    <TextField
      label="Response size limit (MB)"
      description="After decompression."
      inputMode="decimal"
      value={text}
      onChange={(next) => {
        setText(next);
        if (isGood(next)) onChange(Number(next));
      }}
      errorMessage={
        isGood(text) ? undefined : `Enter a number greater than 0, up to 500. ${value} is used.`
      }
    />
  );
}

function SecondsField(props: {
  label: string;
  description: string;
  value: number;
  onChange: (seconds: number) => void;
}) {
  const { value, onChange, ...words } = props;
  const [text, setText] = useState(String(value));
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  const isGood = Number.isFinite(seconds) && seconds >= 0;
  return (
    <TextField
      {...words}
      inputMode="decimal"
      value={text}
      onChange={(next) => {
        setText(next);
        const read = Number(next);
        if (next.trim() !== "" && Number.isFinite(read) && read >= 0) onChange(read);
      }}
      errorMessage={isGood ? undefined : `Enter a number of seconds, or 0. ${value} is used.`}
    />
  );
}
