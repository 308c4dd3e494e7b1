/** The encodings of a known secret in which it may occur in other text. */
import { toBase64 } from "../../core/base64.ts";
import { encodeText } from "../../core/bytes.ts";

/** Minimum length of a form that is searched for; shorter text may occur by chance. */
export const minFormLength = 6;

/**
 * Lists the forms of a secret: unchanged, escaped in JSON (once and twice), percent-encoded, and
 * the part of its base64 and base64url that does not depend on the text around it.
 * @param minLength of the plain and escaped forms; encoded ones are never shorter than {@link minFormLength}
 */
export function secretForms(value: string, minLength = minFormLength): ReadonlySet<string> {
  const inJson = JSON.stringify(value).slice(1, -1);
  const plain = [value, inJson, JSON.stringify(inJson).slice(1, -1)];
  const forms = new Set<string>();
  const percent = encodeURIComponent(value.toWellFormed());
  const lower = percent.replace(/%../g, (encoded) => encoded.toLowerCase());
  for (const form of [percent, lower]) {
    forms.add(form);
    forms.add(form.replaceAll("%20", "+"));
  }
  for (const text of new Set([value, inJson])) {
    for (const encoded of base64Parts(encodeText(text))) {
      forms.add(encoded);
      forms.add(encodeURIComponent(encoded));
      forms.add(encoded.replaceAll("+", "-").replaceAll("/", "_"));
    }
  }
  return new Set([
    ...plain.filter(({ length }) => length >= minLength),
    ...[...forms].filter(({ length }) => length >= minFormLength),
  ]);
}

/** The characters of its base64 at each of the three alignments, without those that other bytes share. */
function base64Parts(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = new Uint8Array(offset + bytes.byteLength);
    padded.set(bytes, offset);
    const from = Math.ceil((offset * 8) / 6);
    return toBase64(padded).slice(from, Math.floor((padded.byteLength * 8) / 6));
  });
}
