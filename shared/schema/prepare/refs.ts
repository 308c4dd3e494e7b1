/** Resolves `$ref`s within one schema document, without fetching. */

import { getOwn } from "../../core/json/getOwn.ts";
import { pointerNames } from "../../core/json/pointer.ts";
import { percentDecoded } from "../../core/text/percentDecoded.ts";
import { maxPlaces } from "../budget.ts";

interface Refs {
  /**
   * The schema a reference points to.
   * @param from the object that holds the reference; the enclosing `$id`s are its base URI
   * @returns undefined if this document does not contain it
   */
  resolve(from: object, reference: string): { readonly schema: unknown } | undefined;
}

const documentUri = "https://schema.invalid/";
/** Maximum length of a resolved reference, in UTF-16 code units. */
const maxReferenceLength = 2_000;
const notSchemas = new Set(["enum", "const", "default", "examples", "example"]);

/**
 * Indexes a schema document by `$id`, `$anchor` and `$dynamicAnchor`, when the first reference is
 * followed. In a document of more than {@link maxPlaces} places, only references that begin with
 * `#/` are guaranteed to be resolved.
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
export function createRefs(document: unknown): Refs {
  let resolve: Refs["resolve"] | undefined;
  return {
    resolve(from, reference) {
      if (reference.length > maxReferenceLength) return undefined;
      resolve ??= indexOf(document);
      return resolve(from, reference);
    },
  };
}

function indexOf(document: unknown): Refs["resolve"] {
  const baseOf = new WeakMap<object, string>();
  const resources = new Map<string, unknown>([[documentUri, document]]);
  const anchors = new Map<string, unknown>();

  const queue: { value: unknown; base: string }[] = [{ value: document, base: documentUri }];
  let places = 0;
  for (let next = queue.pop(); next && places < maxPlaces; next = queue.pop()) {
    places += 1;
    const { value } = next;
    if (typeof value !== "object" || value === null || baseOf.has(value)) continue;
    let base = next.base;
    const own = (key: string) => ownString(value, key);
    const id = own("$id") && uri(own("$id"), base);
    if (id && !id.includes("#")) {
      base = id;
      resources.set(base, value);
    }
    baseOf.set(value, base);
    for (const key of ["$anchor", "$dynamicAnchor"]) {
      const anchor = own(key);
      if (anchor) anchors.set(`${base}#${anchor}`, value);
    }
    for (const [key, inner] of Object.entries(value)) {
      if (!notSchemas.has(key)) queue.push({ value: inner, base });
    }
  }

  return (from, reference) => {
    const target = uri(reference, baseOf.get(from) ?? documentUri);
    if (target === undefined) return undefined;
    const hash = target.indexOf("#");
    const resource = hash < 0 ? target : target.slice(0, hash);
    const fragment = hash < 0 ? "" : percentDecoded(target.slice(hash + 1));
    if (!resources.has(resource) || fragment === undefined) return undefined;
    if (fragment === "") return { schema: resources.get(resource) };
    if (fragment.startsWith("/")) return walk(resources.get(resource), pointerNames(fragment));
    const anchor = `${resource}#${fragment}`;
    return anchors.has(anchor) ? { schema: anchors.get(anchor) } : undefined;
  };
}

function walk(from: unknown, names: string[]): { schema: unknown } | undefined {
  let schema = from;
  for (const name of names) {
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, name)) {
      return undefined;
    }
    schema = getOwn(schema, name);
  }
  return { schema };
}

function ownString(value: object, key: string): string | undefined {
  const found = getOwn(value, key);
  return typeof found === "string" ? found : undefined;
}

/** The absolute form of a reference; a fragment keeps its own spelling, for only decoding may change it. */
function uri(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined) return undefined;
  const [path = "", ...fragment] = reference.split("#");
  const hash = fragment.length > 0 && fragment.join("#") !== "" ? `#${fragment.join("#")}` : "";
  if (path === "") return base + hash;
  return URL.canParse(path, base) ? new URL(path, base).href + hash : undefined;
}
