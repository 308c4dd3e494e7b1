/** Credentials by hand: a bearer token, or any headers. */
import { useState } from "react";
import { useStore } from "zustand";
import type { Header } from "../../../shared/log/entry.ts";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { formatPairs, parsePairs } from "../../words/pairs.ts";

/** The headers of Connection settings, the most usual of them in a field of its own, covered. */
export function HeaderFields() {
  const { settings } = useRuntime();
  const headers = useStore(settings, (all) => all.headers);
  const [bearer, setBearer] = useState(() => bearerOf(headers.find(isBearer)));
  const [text, setText] = useState(() => {
    const first = headers.find(isBearer);
    return formatPairs(headers.filter((header) => header !== first));
  });
  const { pairs, wrong } = parsePairs(text);
  const isTwice = bearer !== "" && pairs.some(isAuthorization);
  const write = (token: string, others: string) => {
    setBearer(token);
    setText(others);
    const own = token === "" ? [] : [["Authorization", `Bearer ${token}`] as const];
    settings.setState({ headers: [...own, ...parsePairs(others).pairs] });
  };
  return (
    <>
      <TextField
        label="Bearer token"
        type="password"
        isMono
        value={bearer}
        onChange={(next) => write(next.trim().replace(/^Bearer\s+/i, ""), text)}
      />
      <TextArea
        label="Request headers by hand"
        description="One a line, as Name: value. Kept in this tab's memory only, masked in Traffic."
        isMono
        rows={3}
        value={text}
        onChange={(next) => write(bearer, next)}
        errorMessage={
          wrong !== undefined
            ? `Line ${wrong} is not of the form name: value.`
            : isTwice
              ? "The bearer token above is sent as Authorization already; leave one of the two out."
              : undefined
        }
      />
    </>
  );
}

const isAuthorization = ([name]: Header) => name.toLowerCase() === "authorization";
const isBearer = (header: Header) => isAuthorization(header) && /^Bearer\s/i.test(header[1]);
const bearerOf = (header: Header | undefined) => header?.[1].replace(/^Bearer\s+/i, "") ?? "";
