/** Sets or removes a member in JSON text without reformatting the rest. */
import { membersAt, rangeAt } from "./textAt.ts";

/**
 * Sets or removes a member.
 * @param path names from the root; all but the last must lead to objects
 * @param value JSON text, inserted unchanged; undefined removes the member with its duplicates
 * @returns the unchanged text where the path does not exist
 */
export function putText(text: string, path: readonly string[], value: string | undefined): string {
  const parent = rangeAt(text, path.slice(0, -1));
  if (!parent || text[parent.start] !== "{") return text;
  if (value === undefined) return withoutMember(text, parent.start, path.at(-1));
  const known = rangeAt(text, path);
  if (known) return text.slice(0, known.start) + value + text.slice(known.end);
  const last = membersAt(text, parent.start).at(-1);
  const at = last?.end ?? parent.start + 1;
  const member = `${last ? "," : ""}${JSON.stringify(path.at(-1))}:${value}`;
  return text.slice(0, at) + member + text.slice(at);
}

/** Removes members; those that stay keep what separates them from the member before. */
function withoutMember(text: string, open: number, key: string | undefined): string {
  const members = membersAt(text, open);
  const [first, last] = [members[0], members.at(-1)];
  if (!first || !last) return text;
  const kept = members.flatMap((member, index) =>
    member.key === key ? [] : [{ ...member, from: members[index - 1]?.end ?? member.start }],
  );
  const texts = kept.map(({ start, end, from }, index) =>
    text.slice(index > 0 ? from : start, end),
  );
  return text.slice(0, first.start) + texts.join("") + text.slice(last.end);
}
