/** Finds the links in the Markdown of a skill that lead to files of it, and those that lead nowhere. */
import { readReference, skillFilePath } from "./skillUri.ts";

export interface SkillLink {
  /** As written. */
  readonly target: string;
  /** Of the text, counted from 1. */
  readonly line: number;
  readonly kind: "found" | "nowhere" | "outside";
}

/** Links that are looked at. */
const maxLinks = 500;

/** Characters that are looked at, of the text and of a line. */
const maxText = 256 * 1024;
const maxLine = 20_000;

/** Files of a skill that are known, and characters of a URI and folders of a path that are looked at. */
const maxPaths = 5000;
const maxUri = 2000;
const maxDepth = 40;

/** Parentheses in a target are in pairs. */
const inline =
  /!?\[[^\]]{0,200}\]\(\s{0,5}(?:<([^<>]{0,1000})>|((?:[^\s()<>]|\([^\s()<>]{0,200}\)){1,1000}))/g;
const definition = /^ {0,3}\[[^\]]{1,500}\]:\s{0,5}(?:<([^<>]{0,1000})>|(\S{1,1000}))/;

/** What begins a line in a list or a quotation. */
const container = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]){1,100}/;

/** Where links of a skill may lead. */
export interface SkillPaths {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Whether no file was left out. */
  readonly areAll: boolean;
}

export interface SkillLinks {
  readonly links: readonly SkillLink[];
  /** Whether every link could be judged. */
  readonly isComplete: boolean;
}

/**
 * Reads the paths once for all links.
 * @param uris of all files
 */
export function readSkillPaths(root: string, uris: readonly string[]): SkillPaths {
  const files = new Set<string>();
  const folders = new Set<string>([""]);
  let areAll = uris.length <= maxPaths;
  for (const uri of uris.slice(0, maxPaths)) {
    const path = uri.length > root.length + maxUri ? undefined : skillFilePath(root, uri);
    const isShort = path !== undefined && path.split("/", maxDepth + 1).length <= maxDepth;
    if (!isShort) {
      // one that is not within the skill is no target either
      areAll &&= uri.length <= root.length + maxUri && path === undefined;
      continue;
    }
    files.add(path);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return { files, folders, areAll };
}

/** @returns undefined for an address, and where it cannot be told */
export function kindOfLink(target: string, paths: SkillPaths): SkillLink["kind"] | undefined {
  const reference = readReference(target);
  if (reference.kind === "other") return undefined;
  if (reference.kind === "outside") return "outside";
  if (paths.files.has(reference.path) || paths.folders.has(reference.path)) return "found";
  return paths.areAll ? "nowhere" : undefined;
}

/** @param body Markdown without the frontmatter */
export function findSkillLinks(body: string, paths: SkillPaths): SkillLinks {
  const links: SkillLink[] = [];
  let isComplete = body.length <= maxText && paths.areAll;
  let fence: string | undefined;
  let isComment = false;
  for (const [at, whole] of body.slice(0, maxText).split("\n").entries()) {
    const start = whole.slice(0, maxLine);
    isComplete &&= start.length === whole.length;
    const mark = isComment
      ? undefined
      : /^(`{3,}(?=[^`]*$)|~{3,})/.exec(start.replace(container, ""))?.[1];
    if (fence !== undefined) {
      const isEnd = mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
      if (isEnd && /^[\s`~>]*$/.test(start)) fence = undefined;
      continue;
    }
    fence = mark;
    if (mark !== undefined || (!isComment && /^(?: {4}|\t)/.test(start))) continue;
    const line = withoutComments(withoutCode(start), isComment);
    isComment = line.isComment;
    for (const target of targetsIn(line.text)) {
      if (links.length >= maxLinks) return { links, isComplete: false };
      const kind = kindOfLink(target, paths);
      if (kind !== undefined) links.push({ target, line: at + 1, kind });
    }
  }
  // one that does not end may be no comment
  return { links, isComplete: isComplete && !isComment };
}

const withoutCode = (line: string) => line.replace(/(`{1,8})[^`]{1,1000}\1/g, "");

/** @param isWithin whether the line begins within a comment */
function withoutComments(line: string, isWithin: boolean) {
  let isComment = isWithin;
  let text = "";
  for (let at = 0; at < line.length; ) {
    const mark = isComment ? "-->" : "<!--";
    const found = line.indexOf(mark, at);
    const end = found < 0 ? line.length : found;
    if (!isComment) text += line.slice(at, end);
    if (found < 0) break;
    isComment = !isComment;
    at = end + mark.length;
  }
  return { text, isComment };
}

function targetsIn(text: string): readonly string[] {
  const defined = definition.exec(text);
  const matches = defined ? [defined] : [...text.matchAll(inline)];
  return matches.map(([, bracketed, bare]) => bracketed ?? bare ?? "");
}
