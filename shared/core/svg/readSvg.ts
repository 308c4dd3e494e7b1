/** Reads the elements of an SVG image and what they refer to, without a document. */
import { percentDecoded } from "../percentDecoded.ts";

export interface SvgElement {
  /** Without its prefix. */
  readonly name: string;
  readonly children: readonly SvgElement[];
  /** Ids that it refers to for itself only: by `href`, `clip-path`, `mask` and `filter`. */
  readonly own: readonly string[];
  /** Ids that the elements inside may refer to as well, because such properties are inherited. */
  readonly inherited: readonly string[];
  readonly classes: ReadonlySet<string>;
  /** UTF-16 code units of its longest attribute, as a bound of the points of its path. */
  readonly maxLength: number;
}

export interface SvgImage {
  readonly elements: readonly SvgElement[];
  readonly byId: ReadonlyMap<string, SvgElement>;
  /** The texts of its style sheets. */
  readonly styles: readonly string[];
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

type Mutable = SvgElement & { readonly children: SvgElement[] };

/** Deeper elements are in no usual image. */
const maxDepth = 200;

/** References that are not inherited. */
const ownNames: ReadonlySet<string> = new Set([
  "href",
  "xlink:href",
  "clip-path",
  "mask",
  "filter",
]);

/** URLs of data in an image that could bring more than pixels: other images, style sheets. */
const richData = /data:(?!image\/(?:png|jpe?g|gif|webp)[;,])[\w.+-]+\//i;

/**
 * Reads an image. Every character is read once.
 * @param max elements that are read
 * @returns undefined if it is not well-formed, has more elements, or uses means whose effect cannot
 *   be estimated: entities, other encodings than UTF-8, escapes in styles, embedded documents
 */
export function readSvg(text: string, max: number): SvgImage | undefined {
  const elements: SvgElement[] = [];
  const byId = new Map<string, SvgElement>();
  const styles = new Map<SvgElement, string>();
  const open: Mutable[] = [];
  // a comment may part the text of a style sheet
  const addText = (part: string) => {
    const inside = open.at(-1);
    if (inside?.name === "style") styles.set(inside, (styles.get(inside) ?? "") + part);
  };
  if (text.includes("\0")) return undefined;
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf("<", at);
    addText(decoded(text.slice(at, start < 0 ? text.length : start)));
    if (start < 0) break;
    const special = specials.find(([opening]) => text.startsWith(opening, start));
    if (special) {
      const [opening, closing, isAllowed] = special;
      const end = text.indexOf(closing, start + opening.length);
      const content = text.slice(start + opening.length, end);
      if (end < 0 || !isAllowed(content)) return undefined;
      if (opening === "<![CDATA[") addText(content);
      at = end + closing.length;
      continue;
    }
    const tag = readTag(text, start + 1);
    if (!tag) return undefined;
    at = tag.end;
    if (tag.isClosing) {
      if (!open.pop()) return undefined;
      continue;
    }
    const element = elementOf(tag.name, tag.attributes);
    if (!element || elements.length >= max) return undefined;
    elements.push(element);
    open.at(-1)?.children.push(element);
    for (const { name, value } of tag.attributes) {
      if ((name === "id" || name === "xml:id") && !byId.has(value)) byId.set(value, element);
    }
    if (!tag.isEmpty && open.push(element) > maxDepth) return undefined;
  }
  return open.length === 0 && elements.length > 0
    ? { elements, byId, styles: [...styles.values()] }
    : undefined;
}

/** What begins like a tag and is none: its opening, its closing, and whether its content is allowed. */
const specials: readonly (readonly [string, string, (content: string) => boolean])[] = [
  ["<!--", "-->", () => true],
  ["<![CDATA[", "]]>", () => true],
  // the only processing instruction that has no effect, if it names the usual encoding
  ["<?", "?>", (content) => /^xml\s/.test(content) && !hasOtherEncoding(content)],
  // a document type with entities has brackets
  ["<!DOCTYPE", ">", (content) => !content.includes("[")],
  ["<!", ">", () => false],
];

function hasOtherEncoding(declaration: string): boolean {
  return (
    declaration.includes("encoding") &&
    !/encoding\s*=\s*["'](?:utf-8|us-ascii)["']/i.test(declaration)
  );
}

/** @param from the position after the opening bracket */
function readTag(text: string, from: number) {
  const attributes: Attribute[] = [];
  let before = from;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "<") return undefined;
    if (char === '"' || char === "'") {
      const end = text.indexOf(char, at + 1);
      if (end < 0) return undefined;
      const words = text.slice(before, at).split(/[\s=/]+/);
      const name = words.findLast((word) => word !== "") ?? "";
      attributes.push({ name, value: decoded(text.slice(at + 1, end)) });
      at = end;
      before = end + 1;
    } else if (char === ">") {
      const isClosing = text[from] === "/";
      const isEmpty = text[at - 1] === "/";
      const [name = ""] = text.slice(from + (isClosing ? 1 : 0), at).split(/[\s/"'>]/, 1);
      return { name, attributes, isClosing, isEmpty, end: at + 1 };
    }
  }
  return undefined;
}

/** @returns undefined if its effect cannot be estimated */
function elementOf(tagName: string, attributes: readonly Attribute[]): Mutable | undefined {
  const name = tagName.slice(tagName.indexOf(":") + 1);
  // they hold documents and style sheets of HTML
  if (name === "foreignObject" || name === "link") return undefined;
  const [own, inherited]: [string[], string[]] = [[], []];
  const classes = new Set<string>();
  let maxLength = 0;
  for (const { name: attribute, value } of attributes) {
    maxLength = Math.max(maxLength, value.length);
    if (attribute === "class") for (const one of value.split(/\s+/)) classes.add(one);
    if (richData.test(value.replace(/[\t\n\r]/g, ""))) return undefined;
    // of other programs, except references with any prefix
    if (/^(?:data-|aria-)|:(?!href$)/.test(attribute)) continue;
    // they could write a reference in any way
    if (value.includes("\\")) return undefined;
    if (name === "a" && attribute.endsWith("href")) continue;
    const ids = ownNames.has(attribute) ? own : inherited;
    // as arguments of one call, there could be too many
    for (const id of idsIn(value)) ids.push(id);
  }
  return { name, children: [], own, inherited, classes, maxLength };
}

/** The ids that a text may refer to; colours are found as well. */
export function idsIn(text: string): readonly string[] {
  if (!text.includes("#")) return [];
  const ids = new Set<string>();
  for (const part of text.split("#").slice(1)) {
    // in an address, or in a list of them
    for (const ending of [/[)"'\s]/, /[);"'\s]/]) {
      const [id = ""] = part.split(ending, 1);
      ids.add(id);
      ids.add(percentDecoded(id) ?? id);
    }
  }
  return [...ids];
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** Replaces character references. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,8})|#([0-9]{1,8})|(amp|lt|gt|quot|apos));/gi,
    (all, hex, dec, name) => {
      if (name !== undefined) return named[name] ?? all;
      const code = hex === undefined ? Number(dec) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    },
  );
}
