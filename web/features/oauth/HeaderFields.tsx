/** Credentials by hand: a bearer token, or any headers. */
import { useState } from "react";
import { useStore } from "zustand";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { formatPairs, parsePairs } from "../../words/pairs.ts";

/** The headers of Connection settings, and a quicker way to the most usual of them. */
export function HeaderFields() {
  const { settings } = useRuntime();
  const headers = useStore(settings, (all) => all.headers);
  const bearer = headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  const [text, setText] = useState(() => formatPairs(headers));
  const { wrong } = parsePairs(text);
  const write = (next: string) => {
    setText(next);
    settings.setState({ headers: parsePairs(next).pairs });
  };
  return (
    <>
      <TextField
        label="Bearer token"
        type="password"
        isMono
        value={bearer.replace(/^Bearer\s+/i, "")}
        onChange={(token) => {
          const others = headers.filter(([name]) => name.toLowerCase() !== "authorization");
          const all =
            token.trim() === ""
              ? others
              : [["Authorization", `Bearer ${token.trim()}`] as const, ...others];
          write(formatPairs(all));
        }}
      />
      <TextArea
        label="Request headers by hand"
        description="One a line, as Name: value. Kept in this tab's memory only, masked in Traffic."
        isMono
        rows={3}
        value={text}
        onChange={write}
        errorMessage={
          wrong === undefined ? undefined : `Line ${wrong} is not of the form name: value.`
        }
      />
    </>
  );
}
