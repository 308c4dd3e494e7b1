/** Watches files, and tells of changes when the last of them is a moment ago. */
import { basename, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import picomatch from "picomatch";
import { isSource, isTooMuch, kindOf } from "./ownFiles.ts";

export interface FileWatch {
  /** How many files that is. */
  readonly files: number;
  close(): Promise<void>;
}

export interface FileWatchOptions {
  /** What `paths` and changes are written from. */
  readonly directory: string;
  /** Files, directories and globs. */
  readonly paths: readonly string[];
  /** Names and globs of what does not count, wherever it is below. */
  readonly ignored: readonly string[];
  /** Whether files in directories count only if they are likely to be part of a program. */
  readonly sourcesOnly: boolean;
  readonly maximumFiles: number;
  /** @param paths written from the directory, or from what is watched */
  readonly onChange: (paths: readonly string[]) => void;
}

/** Milliseconds of quiet after which changes are told, and the longest that they are held back. */
const quietMs = 150;
const longestMs = 1000;

/** @returns why it cannot be watched, as a sentence without its full stop, or the watch */
export async function watchFiles(options: FileWatchOptions): Promise<FileWatch | string> {
  const { directory, maximumFiles, onChange } = options;
  const bases: Base[] = [];
  for (const text of options.paths) {
    const base = await baseOf(directory, text, options.sourcesOnly);
    if (typeof base === "string") return base;
    bases.push(base);
  }
  const isIgnored = ignoring(options.ignored);
  const counts = (path: string) =>
    bases.some((base) => {
      const way = wayTo(base.path, path);
      return way !== undefined && !isIgnored(way) && base.counts(way);
    });

  /** From the directory, or from what is watched where that is elsewhere. */
  const nameOf = (path: string) => {
    const own = wayTo(directory, path);
    if (own !== undefined) return own;
    const ways = bases.map((base) => wayTo(base.path, path)).filter((way) => way !== undefined);
    return ways.find(Boolean) ?? basename(path);
  };

  const watcher = watch(
    bases.map(({ path }) => path),
    {
      ignoreInitial: false,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ignored(path, facts) {
        const ways = bases.map((base) => wayTo(base.path, path));
        // directories on the way are entered, other files are not even opened
        if (facts?.isFile()) return !counts(path);
        return ways.every((way) => way === undefined || isIgnored(way));
      },
    },
  );

  let files = 0;
  let isReady = false;
  const changed = new Set<string>();
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;

  const tell = () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    longest = undefined;
    const paths = [...changed].sort();
    changed.clear();
    onChange(paths);
  };

  const ready = Promise.withResolvers<string | undefined>();
  watcher.on("all", (event, path) => {
    if (event === "addDir" || event === "unlinkDir") return;
    if (event === "add" && ++files > maximumFiles) ready.resolve(tooMany(maximumFiles));
    if (event === "unlink") files--;
    if (!isReady) return;
    changed.add(nameOf(path));
    clearTimeout(quiet);
    quiet = setTimeout(tell, quietMs);
    longest ??= setTimeout(tell, longestMs);
  });
  watcher.on("error", (error) => ready.resolve(wordsFor(error)));
  watcher.on("ready", () => ready.resolve(undefined));

  const close = async () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    watcher.removeAllListeners();
    // what goes wrong from here on matters to nobody
    watcher.on("error", () => {});
    await watcher.close();
  };

  const obstacle = await ready.promise;
  if (obstacle !== undefined) {
    await close();
    return obstacle;
  }
  isReady = true;
  return { files, close };
}

interface Base {
  readonly path: string;
  /** @param way from the base; empty for the base itself */
  readonly counts: (way: string) => boolean;
}

async function baseOf(
  directory: string,
  text: string,
  sourcesOnly: boolean,
): Promise<Base | string> {
  const { base, glob, isGlob } = picomatch.scan(text.split(sep).join("/"));
  const path = resolve(directory, isGlob ? base : text);
  const kind = await kindOf(path);
  if (!kind) return `There is no file or directory ${path}`;
  if (kind === "directory" && isTooMuch(path)) {
    return `${path} is too much to watch: name the directory of the server`;
  }
  if (isGlob) {
    const matches = picomatch(glob, { dot: true });
    return { path, counts: (way) => matches(way.split(sep).join("/")) };
  }
  return { path, counts: kind === "file" || !sourcesOnly ? () => true : isSource };
}

/** The way from one path to another that is below it, or is it; undefined where it is elsewhere. */
function wayTo(base: string, path: string): string | undefined {
  const way = relative(base, resolve(path));
  return way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way ? undefined : way;
}

/** A name alone means whatever is called so, at any depth; a glob means the way from the base. */
function ignoring(patterns: readonly string[]): (way: string) => boolean {
  const matchers = patterns.map((pattern) =>
    picomatch(
      pattern.includes("/") ? [pattern, `${pattern}/**`] : [`**/${pattern}`, `**/${pattern}/**`],
      {
        dot: true,
      },
    ),
  );
  return (way) => way !== "" && matchers.some((matches) => matches(way.split(sep).join("/")));
}

function tooMany(maximum: number): string {
  return `There are more than ${maximum.toLocaleString("en")} files: name fewer directories, or ignore more`;
}

function wordsFor(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EMFILE") {
    return `This system has no room to watch more files (${code}): name fewer directories`;
  }
  return message;
}
