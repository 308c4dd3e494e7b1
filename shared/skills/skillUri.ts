/** Reads the URIs of skills: the directory, the name, and where a link in a skill leads. */
import { percentDecoded } from "../core/text/percentDecoded.ts";

const manifest = "/SKILL.md";

/** The URI of a skill's directory, without a slash at its end; undefined if the URI is no `…/SKILL.md`. */
export function skillRoot(uri: string): string | undefined {
  if (!uri.endsWith(manifest)) return undefined;
  const root = uri.slice(0, -manifest.length);
  return root === "" || root.endsWith("/") ? undefined : root;
}

/** The name of a skill by its URI: the last segment of its directory. */
export function skillNameOf(uri: string): string | undefined {
  const root = skillRoot(uri);
  const last = root?.slice(root.lastIndexOf("/") + 1);
  return last === undefined ? undefined : (percentDecoded(last) ?? last);
}

/** The path of a file within its skill; undefined if it is not within it. */
export function skillFilePath(root: string, uri: string): string | undefined {
  if (!uri.startsWith(`${root}/`)) return undefined;
  const segments = uri.slice(root.length + 1).split("/");
  const names = segments.map((segment) => percentDecoded(segment) ?? segment);
  const isPlain = (name: string) =>
    name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
  return names.every(isPlain) ? names.join("/") : undefined;
}

/** Where a link of a `SKILL.md` leads. */
export type SkillReference =
  /** Path within the skill; empty for its directory. */
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside" }
  /** An address, or a place in the same file. */
  | { readonly kind: "other" };

/** @param target of the link, as written; it is resolved against the skill's directory */
export function readReference(target: string): SkillReference {
  const [path = ""] = target.split(/[?#]/, 1);
  if (path === "" || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//")) {
    return { kind: "other" };
  }
  if (path.startsWith("/")) return { kind: "outside" };
  const names: string[] = [];
  for (const segment of path.split("/")) {
    const name = percentDecoded(segment) ?? segment;
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return { kind: "outside" };
  }
  return { kind: "inside", path: names.join("/") };
}
