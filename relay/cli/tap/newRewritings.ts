/** Tells the changes of a tap that are new; those of headers, which visitors bring about, use up nothing of others. */
import type { RewrittenMember } from "./rewriteMetadata.ts";

/** Changes of documents that are new, and as many of headers. */
const maxNew = 50;

/** Characters of an address, a path or a name. */
const maxChars = 2000;

/** @returns a function that tells whether a change is new; `full` where there are too many */
export function createNewRewritings(): (change: RewrittenMember) => "new" | "known" | "full" {
  const ofHeaders = new Set<string>();
  const ofDocuments = new Set<string>();
  return (change) => {
    const isHeader = change.member === "Location" || change.member === "WWW-Authenticate";
    const known = isHeader ? ofHeaders : ofDocuments;
    const { path, member, from, to } = change;
    // a visitor chooses the path of a request, and with it where a redirect leads to
    const key = isHeader ? [member, originOf(from), originOf(to)] : [path, member, from, to];
    const text = JSON.stringify(key);
    if (known.has(text)) return "known";
    if (known.size >= maxNew) return "full";
    known.add(text);
    return "new";
  };
}

const originOf = (address: string) => URL.parse(address)?.origin ?? "";

/** A change with short texts. */
export function shortRewriting({ path, member, from, to }: RewrittenMember): RewrittenMember {
  const short = (text: string) => text.slice(0, maxChars);
  return {
    ...{ path: short(path), member: short(member), from: short(from) },
    // a part of the id in an address of the tap would not be masked
    to: to.length > maxChars ? "…" : to,
  };
}
