/** Checks which folder may import which, and how many modules a folder holds (part of `npm run lint`). */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** One layer: the folder (or file) and the folders it may import besides itself. */
type Layer = readonly [folder: string, mayImport: readonly string[]];

/**
 * Every folder with code, lowest first. A module belongs to the longest entry that matches its path
 * and may import the folders named beside it, type imports included.
 */
const layers: readonly Layer[] = [
  ["shared", ["shared"]],
  ["shared/core", []],
  ["shared/page", []],
  ["shared/log", ["shared/core"]],
  ["shared/mcp", ["shared/core", "shared/log"]],
  ["shared/schema", ["shared/core"]],
  ["shared/models", ["shared/core"]],
  ["shared/config", ["shared/core", "shared/log"]],
  ["shared/relay", ["shared/core", "shared/log", "shared/config"]],
  ["shared/transport", ["shared/core", "shared/log", "shared/mcp", "shared/relay"]],
  ["shared/client", ["shared/core", "shared/log", "shared/mcp", "shared/transport"]],
  ["shared/demo", ["shared/core", "shared/mcp"]],
  ["shared/oauth", ["shared/core", "shared/log", "shared/transport"]],
  ["shared/lint", ["shared/core", "shared/log", "shared/mcp"]],
  ["shared/recording", ["shared/core", "shared/config", "shared/log", "shared/transport"]],
  [
    "shared/recording/replay",
    [
      "shared/core",
      "shared/log",
      "shared/mcp",
      "shared/transport",
      "shared/client",
      "shared/recording",
    ],
  ],
  ["shared/collections", ["shared/core", "shared/client", "shared/schema"]],
  [
    "shared/messages",
    ["shared/core", "shared/config", "shared/mcp", "shared/lint", "shared/collections"],
  ],
  ["relay", ["shared/core", "shared/config", "shared/page", "shared/relay"]],
  ["relay/cli", ["relay", "shared"]],
  ["web/platform", []],
  ["web/ui", ["web/platform"]],
  ["web/validation", ["shared", "web/platform"]],
  ["web/callback", []],
  ["web/editor", ["shared", "web/platform", "web/ui"]],
  ["web/stores", ["shared", "web/platform", "web/callback", "web/validation"]],
  ["web/messages", ["shared", "web/ui", "web/stores"]],
  [
    "web/form",
    ["shared", "web/platform", "web/ui", "web/editor", "web/messages", "web/validation"],
  ],
  ["web/hooks", ["shared", "web/stores"]],
  [
    "web/content",
    ["shared", "web/platform", "web/ui", "web/editor", "web/stores", "web/messages", "web/hooks"],
  ],
  [
    "web/features",
    [
      "shared",
      "web/platform",
      "web/ui",
      "web/editor",
      "web/stores",
      "web/messages",
      "web/form",
      "web/hooks",
      "web/content",
      "web/validation",
    ],
  ],
  ["web", ["shared", "web"]],
  ["web/build", ["shared", "web"]],
  ["e2e", ["shared", "relay", "web", "e2e"]],
];

/** Folders that only these folders may import, although the table above allows more. */
const restricted: readonly (readonly [folder: string, folders: readonly string[], why: string])[] =
  [
    [
      "shared/messages",
      ["shared/messages", "web/messages", "web/form", "web/features", "relay/cli"],
      "text for people is made where it is shown",
    ],
    ["web/build", ["web/build"], "build plugins run in Node, not in the page"],
  ];

/** Packages that only these folders may import, by the start of their name. */
const packages: readonly (readonly [name: RegExp, folders: readonly string[], why: string])[] = [
  [/^monaco-editor/, ["web/editor"], "only web/editor loads Monaco"],
  [/^oauth4webapi/, ["shared/oauth"], "only shared/oauth uses oauth4webapi"],
  [/^@cfworker\/json-schema/, ["shared/schema"], "only shared/schema uses the schema validator"],
  [
    /^(openai|@anthropic-ai\/sdk|@google\/genai)(\/|$)/,
    ["shared/models"],
    "only shared/models loads clients of model providers",
  ],
  [
    /^(react|react-dom|react-aria-components)(\/|$)|^@tanstack\/react-(?!query)/,
    ["web"],
    "React belongs to web/",
  ],
  [/^zustand|^@tanstack\/react-query/, ["web"], "state of the page belongs to web/"],
  [/^(express|ws|cross-spawn)$/, ["relay"], "servers and processes belong to relay/"],
];

/** Maximum number of modules (without tests, fixtures and styles) in a folder. */
const maximumModules = 18;

export interface Violation {
  readonly file: string;
  readonly message: string;
}

/** Whether a module counts: tests and fixtures may import what they need. */
const isModule = (path: string) =>
  /\.tsx?$/.test(path) && !/\.(test|fixture|spec|properties)\.tsx?$/.test(path);

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);

/**
 * Finds imports that cross a boundary and folders that hold too much.
 * @param sources the text of each module by its path from the project's top folder
 */
export function findViolations(sources: ReadonlyMap<string, string>): Violation[] {
  const violations: Violation[] = [];
  const modulesIn = new Map<string, number>();
  for (const [file, text] of sources) {
    if (!isModule(file)) continue;
    const folder = posix.dirname(file);
    modulesIn.set(folder, (modulesIn.get(folder) ?? 0) + 1);
    for (const specifier of importsOf(text)) {
      const message = specifier.startsWith(".")
        ? refusedModule(file, posix.normalize(posix.join(folder, specifier)))
        : refusedPackage(file, specifier);
      if (message) violations.push({ file, message });
    }
  }
  for (const [file, count] of modulesIn) {
    if (file.startsWith("e2e") || count <= maximumModules) continue;
    violations.push({ file, message: `holds ${count} modules, more than ${maximumModules}` });
  }
  return violations;
}

/** The specifiers of static and dynamic imports and of re-exports, as formatted by Biome. */
function importsOf(text: string): string[] {
  const pattern = /^(?:import|export|\} from)\b[^"'`;]*?"([^"]+)";|\bimport\(\s*"([^"]+)"/gm;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? "");
}

function layerOf(path: string): Layer | undefined {
  const matching = layers.filter(([folder]) => isIn(folder, path));
  return matching.sort(([a], [b]) => b.length - a.length)[0];
}

function refusedModule(file: string, target: string): string | undefined {
  const from = layerOf(file);
  const to = layerOf(target);
  if (!from || !to) return undefined;
  const features = [file, target].map((path) => /^web\/features\/([^/]+)\//.exec(path)?.[1]);
  if (features[0] && features[1] && features[0] !== features[1]) {
    return `imports ${target}: features never import each other`;
  }
  for (const [folder, folders, why] of restricted) {
    if (!isIn(folder, target) || file.startsWith("e2e/")) continue;
    if (!folders.some((one) => isIn(one, file))) return `imports ${target}: ${why}`;
  }
  if (from === to || from[1].some((folder) => isIn(folder, to[0]) || isIn(folder, target))) {
    return undefined;
  }
  return `imports ${target}: ${from[0]} may import ${from[1].join(", ") || "nothing else"}`;
}

function refusedPackage(file: string, specifier: string): string | undefined {
  for (const [name, folders, why] of packages) {
    if (!name.test(specifier) || file.startsWith("e2e/")) continue;
    if (!folders.some((folder) => isIn(folder, file))) return `imports ${specifier}: ${why}`;
  }
  if (/^(shared|web)\//.test(file) && !isIn("web/build", file) && specifier.startsWith("node:")) {
    return `imports ${specifier}: shared/ and web/ run in browsers`;
  }
  return undefined;
}

/** Reads every TypeScript module that git knows or would add. */
function readSources(root: string): Map<string, string> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const present = files.filter((file) => existsSync(join(root, file)));
  return new Map(present.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(readSources(dirname(import.meta.dirname)));
  for (const { file, message } of violations) console.error(`${file} ${message}`);
  if (violations.length > 0) process.exitCode = 1;
}
