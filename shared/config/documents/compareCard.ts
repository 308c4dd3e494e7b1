/** Compares a server card with what the server says of itself. */
import { isJsonObject, type JsonObject, membersOf } from "../../core/json/jsonObject.ts";

export interface ComparedMember {
  /** For example `version`. */
  readonly member: string;
  /** Undefined where the card names nothing. */
  readonly card: string | undefined;
  /** Undefined where the server names nothing. */
  readonly server: string | undefined;
  /** A member that one of the two lacks is no difference, except the address. */
  readonly outcome: "same" | "differs" | "missing";
}

export interface ComparedServer {
  /** As received. */
  readonly info: JsonObject;
  readonly revision: string;
  /** At which it was connected to. */
  readonly url: string;
}

/** UTF-16 code units of a member that are kept. */
const maxLength = 1000;

/** Members that neither of the two has are left out. */
export function compareCard(
  card: JsonObject,
  { info, revision, url }: ComparedServer,
): readonly ComparedMember[] {
  const compared: ComparedMember[] = [];
  for (const member of ["name", "version", "title", "description", "websiteUrl"]) {
    const [ofCard, ofServer] = [card[member], info[member]].map((value) =>
      typeof value === "string" ? value : undefined,
    );
    if (ofCard === undefined && ofServer === undefined) continue;
    // a card has a namespace before the name
    const isSame =
      ofCard === ofServer || (member === "name" && ofCard?.endsWith(`/${ofServer}`) === true);
    const isMissing = ofCard === undefined || ofServer === undefined;
    compared.push({
      member,
      card: ofCard?.slice(0, maxLength),
      server: ofServer?.slice(0, maxLength),
      outcome: isMissing ? "missing" : isSame ? "same" : "differs",
    });
  }
  const remotes = (Array.isArray(card.remotes) ? card.remotes : []).filter(isJsonObject);
  const own = remotes.find((remote) => isSameAddress(remote.url, url));
  const named = (own ? [own] : remotes)
    .flatMap(({ url: of }) => (typeof of === "string" ? of.slice(0, 300) : []))
    .slice(0, 5);
  compared.push({
    member: "address",
    card: named.length === 0 ? undefined : named.join(", "),
    server: url,
    outcome: own ? "same" : "differs",
  });
  const { supportedProtocolVersions: versions } = membersOf(own);
  const known = Array.isArray(versions)
    ? versions
        .filter((each) => typeof each === "string")
        .slice(0, 10)
        .join(", ")
    : undefined;
  if (own) {
    const isSame = Array.isArray(versions) && versions.includes(revision);
    compared.push({
      member: "revision",
      card: known?.slice(0, maxLength),
      server: revision,
      outcome: known === undefined ? "missing" : isSame ? "same" : "differs",
    });
  }
  return compared;
}

/** Whether a card is of the server at an address. */
export function isCardOf(card: JsonObject, url: string): boolean {
  const { remotes } = card;
  return Array.isArray(remotes) && remotes.some((each) => isSameAddress(membersOf(each).url, url));
}

/** A template with variables stands for each address that fits it; a variable is within one segment. */
function isSameAddress(remote: unknown, url: string): boolean {
  if (typeof remote !== "string" || remote.length > 2000) return false;
  if (!remote.includes("{")) return URL.parse(remote)?.href === URL.parse(url)?.href;
  const [wanted, given] = [remote.split("/"), url.split("/")];
  return (
    wanted.length === given.length && wanted.every((each, index) => fits(each, given[index] ?? ""))
  );
}

/** Whether the fixed parts of a segment stand in the text in their order, the outer ones at its ends. */
function fits(template: string, text: string): boolean {
  const parts = template.split(/\{[^{}]*\}/);
  if (parts.length === 1) return template === text;
  const last = parts.at(-1) ?? "";
  if (!text.endsWith(last)) return false;
  const head = text.slice(0, text.length - last.length);
  if (!head.startsWith(parts[0] ?? "")) return false;
  let at = 0;
  for (const part of parts.slice(0, -1)) {
    const found = head.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}
