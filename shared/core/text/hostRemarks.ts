/** Detects misleading host names: homographs, mixed scripts, userinfo. */
import { lookAlikeOf } from "./lookAlikes.ts";
import { decodePunycode } from "./punycode.ts";

/**
 * `international`: non-ASCII letters, which browsers show as `unicode`. `mixed-scripts`: letters of
 * several scripts in one label. `look-alike`: looks like the ASCII host `like`. `userinfo`: a user
 * name before the host may be mistaken for it.
 */
export type HostRemark =
  | { readonly code: "international"; readonly unicode: string }
  | { readonly code: "mixed-scripts"; readonly scripts: readonly string[] }
  | { readonly code: "look-alike"; readonly like: string }
  | { readonly code: "userinfo" };

const scripts = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Cherokee",
  "Devanagari",
  "Thai",
  "Georgian",
  "Hangul",
  "Hiragana",
  "Katakana",
  "Han",
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, "u") }));

const combinedScripts: readonly (readonly string[])[] = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Hangul"],
];

/**
 * Returns what users should know about a URL's host before they trust it.
 * @param url an http(s) URL
 */
export function hostRemarks(url: URL): readonly HostRemark[] {
  const remarks: HostRemark[] = [];
  if (url.username || url.password) remarks.push({ code: "userinfo" });
  const labels = url.hostname.split(".").map(decodeLabel);
  const unicode = labels.join(".");
  if (unicode === url.hostname) return remarks;
  remarks.push({ code: "international", unicode });
  for (const label of labels) {
    const found = scripts.filter(({ pattern }) => pattern.test(label)).map(({ name }) => name);
    const areMixed =
      found.length > 1 &&
      !combinedScripts.some((group) => found.every((name) => group.includes(name)));
    if (areMixed) remarks.push({ code: "mixed-scripts", scripts: found });
  }
  const like = [...unicode.normalize("NFKD").replace(/\p{M}/gu, "")]
    .map((char) => lookAlikeOf(char) ?? char)
    .join("");
  if (/^[\x21-\x7e]+$/.test(like)) remarks.push({ code: "look-alike", like });
  return remarks;
}

function decodeLabel(label: string): string {
  return label.startsWith("xn--") ? (decodePunycode(label.slice(4)) ?? label) : label;
}
