/** Keeps the files that an agent names inside of one folder. */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { ToolProblem } from "./agentTool.ts";

export interface AgentFolder {
  readonly path: string;
  /** A file or folder that exists. @throws ToolProblem if it is outside, or does not exist */
  existing(path: string): string;
  /** Whether there is such a file. */
  has(path: string): boolean;
  /** A file that will be written. @throws ToolProblem if it is outside, or a link */
  writable(path: string): string;
}

const outside = (path: string) =>
  new ToolProblem(`${path.slice(0, 300)} is outside of the folder that files may be in.`, {
    next: "The person can start with another --folder.",
  });

/** @param folder as the person named it */
export function createAgentFolder(folder: string): AgentFolder {
  const root = realpathSync(folder);
  const inside = (path: string, real: string) => {
    if (root === dirname(root) && real !== root) {
      throw new ToolProblem("This session has no folder for files.", {
        next: "The person can start with --folder.",
      });
    }
    const way = relative(root, real);
    if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return real;
    throw outside(path);
  };
  const realOf = (path: string, whole: string) => {
    try {
      return realpathSync(whole);
    } catch {
      // the error must not tell whether a path exists that is outside, or behind a link
      inside(path, whole);
      // starts at the root, so that nothing behind a link is read
      let part = root;
      for (const name of relative(root, whole).split(sep)) {
        part = join(part, name);
        const found = lstatSync(part, { throwIfNoEntry: false });
        if (found?.isSymbolicLink()) throw outside(path);
        if (!found?.isDirectory()) break;
      }
      throw new ToolProblem(`There is no ${path.slice(0, 300)}.`);
    }
  };
  return {
    path: root,
    existing: (path) => inside(path, realOf(path, resolve(root, path))),
    has: (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
    writable(path) {
      const whole = resolve(root, path);
      const real = join(inside(path, realOf(path, dirname(whole))), basename(whole));
      try {
        if (!lstatSync(real).isSymbolicLink()) return inside(path, real);
      } catch {
        return inside(path, real);
      }
      throw new ToolProblem(`${path.slice(0, 300)} is a link.`);
    },
  };
}
