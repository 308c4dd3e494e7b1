/** Makes the link that carries a recording in its fragment. */
import { useEffect, useState } from "react";
import { encodeSession, maximumSessionBytes } from "../../../../shared/recording/link.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";

/** Characters of the longest link; browsers and messengers cut longer ones. */
const maxLinkLength = 64_000;

export type MadeLink =
  | { readonly kind: "making" }
  | { readonly kind: "made"; readonly link: string }
  /** The recording does not fit in a link. */
  | { readonly kind: "too-long" };

/** @param base the address that the link points to, without fragment */
export function useLink(recording: Recording | undefined, base: string): MadeLink {
  const [made, setMade] = useState<MadeLink>({ kind: "making" });
  const isLong = recording !== undefined && textLength(recording) > maximumSessionBytes;
  const text = recording && !isLong ? JSON.stringify(recording) : undefined;
  useEffect(() => {
    if (text === undefined) return;
    let isWanted = true;
    void encodeSession(JSON.parse(text)).then((session) => {
      const link = `${base}#s=${session}`;
      if (isWanted)
        setMade(link.length > maxLinkLength ? { kind: "too-long" } : { kind: "made", link });
    });
    return () => {
      isWanted = false;
    };
  }, [text, base]);
  return isLong ? { kind: "too-long" } : made;
}

/** The characters of the messages: a lower limit of the recording's size that needs no serialization. */
export function textLength({ entries = [] }: Recording): number {
  let length = 0;
  for (const { text = "", base64 = "" } of entries) length += text.length + base64.length;
  return length;
}
