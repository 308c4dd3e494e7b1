/** Compares a server card with what the server says of itself. */
import { isJsonObject, type JsonObject, membersOf } from "../core/json/jsonObject.ts";

export interface CardDifference {
  /** For example `version`. */
  readonly member: string;
  /** Undefined where the card names nothing. */
  readonly card: string | undefined;
  readonly server: string;
}

interface ServerFacts {
  /** As received. */
  readonly info: JsonObject;
  readonly revision: string;
  /** At which it was connected to. */
  readonly url: string;
}

/** A member that one of the two lacks is no difference, except the address and the revision. */
export function cardDifferences(
  card: JsonObject,
  { info, revision, url }: ServerFacts,
): readonly CardDifference[] {
  const differences: CardDifference[] = [];
  for (const member of ["name", "version", "title", "description", "websiteUrl"]) {
    const [ofCard, ofServer] = [card[member], info[member]];
    if (typeof ofCard !== "string" || typeof ofServer !== "string") continue;
    // a card has a namespace before the name
    const isSame = ofCard === ofServer || (member === "name" && ofCard.endsWith(`/${ofServer}`));
    if (!isSame) differences.push({ member, card: ofCard, server: ofServer });
  }
  const remotes = (Array.isArray(card.remotes) ? card.remotes : []).filter(isJsonObject);
  const own = remotes.find((remote) => isSameAddress(remote.url, url));
  if (!own) {
    const named = remotes
      .flatMap(({ url: of }) => (typeof of === "string" ? of.slice(0, 300) : []))
      .slice(0, 5);
    const known = named.length === 0 ? undefined : named.join(", ");
    differences.push({ member: "address", card: known, server: url });
  }
  const { supportedProtocolVersions: versions } = membersOf(own);
  if (Array.isArray(versions) && !versions.includes(revision)) {
    const known = versions
      .filter((each) => typeof each === "string")
      .slice(0, 10)
      .join(", ");
    differences.push({ member: "revision", card: known, server: revision });
  }
  return differences;
}

/** A template with variables stands for any address that fits it. */
function isSameAddress(remote: unknown, url: string): boolean {
  if (typeof remote !== "string" || remote.length > 2000) return false;
  if (!remote.includes("{")) return URL.parse(remote)?.href === URL.parse(url)?.href;
  const parts = remote.split(/\{[^{}]*\}/);
  let at = 0;
  for (const part of parts) {
    const found = url.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return url.startsWith(parts[0] ?? "");
}
