/** Edits credentials set by hand: a bearer token, or any headers. */
import { type Header, isHeaderNamed } from "../../../../shared/protocol/headers.ts";
import { formatPairs, parsePairs } from "../../../messages/pairs.ts";
import { useAuthorizedSettings } from "../../../servers/hooks/useServerSettings.ts";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

/** The fields as typed, and the headers made from them. */
export interface HeaderDraft {
  readonly madeOf: readonly Header[];
  readonly bearer: string;
  readonly others: string;
}

/**
 * The headers of Connection options, with the bearer token in a separate masked field.
 * @param props.draft the text entered here before, including invalid lines
 */
export function HeaderFields(props: {
  draft: HeaderDraft | undefined;
  onDraft: (draft: HeaderDraft) => void;
}) {
  const { settings, change } = useAuthorizedSettings();
  const { headers } = settings;
  // Headers set elsewhere in the meantime replace what was typed here.
  const draft = props.draft?.madeOf === headers ? props.draft : draftOf(headers);
  const { bearer, others } = draft;
  const { pairs, invalidLine } = parsePairs(others);
  const isTwice = bearer !== "" && pairs.some(isAuthorization);
  const write = (changed: Partial<Pick<HeaderDraft, "bearer" | "others">>) => {
    const next = { ...draft, ...changed };
    const own = next.bearer === "" ? [] : [["Authorization", `Bearer ${next.bearer}`] as const];
    const madeOf = [...own, ...parsePairs(next.others).pairs];
    props.onDraft({ ...next, madeOf });
    change({ headers: madeOf });
  };
  return (
    <>
      <TextField
        label="Bearer token"
        type="password"
        isMono
        value={bearer}
        onChange={(next) => write({ bearer: next.trim().replace(/^Bearer\s+/i, "") })}
      />
      <TextArea
        label="Request headers"
        description="One per line, as Name: value. Kept in this tab's memory only, masked in Traffic."
        isMono
        rows={3}
        value={others}
        onChange={(next) => write({ others: next })}
        errorMessage={
          invalidLine !== undefined
            ? `Line ${invalidLine} is not in the form name: value.`
            : isTwice
              ? "The bearer token above already sets Authorization. Remove one of the two."
              : undefined
        }
      />
    </>
  );
}

function draftOf(headers: readonly Header[]): HeaderDraft {
  const first = headers.find((header) => isAuthorization(header) && /^Bearer\s/i.test(header[1]));
  return {
    madeOf: headers,
    bearer: first?.[1].replace(/^Bearer\s+/i, "") ?? "",
    others: formatPairs(headers.filter((header) => header !== first)),
  };
}

const isAuthorization = (header: Header) => isHeaderNamed(header, "authorization");
