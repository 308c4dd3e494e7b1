/** Finds the links in the Markdown of a skill that lead to files of it, and those that lead nowhere. */
import { readReference } from "./skillUri.ts";

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

const inline = /!?\[[^\]]{0,200}\]\(\s{0,5}(?:<([^<>]{0,1000})>|([^\s()<>]{1,1000}))/g;
const definition = /^ {0,3}\[[^\]]{1,500}\]:\s{0,5}(?:<([^<>]{0,1000})>|(\S{1,1000}))/;

/**
 * @param body Markdown without the frontmatter
 * @param paths of all files, within the skill
 */
export function findSkillLinks(body: string, paths: ReadonlySet<string>): readonly SkillLink[] {
  const folders = new Set<string>([""]);
  for (const path of paths) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      folders.add(path.slice(0, at));
    }
  }
  const links: SkillLink[] = [];
  let fence: string | undefined;
  for (const [at, line] of body.slice(0, maxText).split("\n").entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      const isEnd = mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
      if (isEnd && /^[\s`~]*$/.test(line)) fence = undefined;
      continue;
    }
    fence = mark;
    if (mark !== undefined || /^(?: {4}|\t)/.test(line)) continue;
    for (const target of targetsIn(line)) {
      if (links.length >= maxLinks) return links;
      const reference = readReference(target);
      if (reference.kind === "other") continue;
      const isThere =
        reference.kind === "inside" && (paths.has(reference.path) || folders.has(reference.path));
      const kind = isThere ? "found" : reference.kind === "outside" ? "outside" : "nowhere";
      links.push({ target, line: at + 1, kind });
    }
  }
  return links;
}

function targetsIn(line: string): readonly string[] {
  const text = line.slice(0, maxLine).replace(/(`{1,8})[^`]{1,1000}\1/g, "");
  const defined = definition.exec(text);
  const matches = defined ? [defined] : [...text.matchAll(inline)];
  return matches.map(([, bracketed, bare]) => bracketed ?? bare ?? "");
}
