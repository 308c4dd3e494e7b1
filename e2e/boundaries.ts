/** Checks which folder may import which, and how many modules a folder holds (part of `npm run lint`). */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** One layer: the folder (or file) and the folders it may import besides itself. */
type Layer = readonly [folder: string, mayImport: readonly string[]];

/** The subjects of the page: each has a store, components and sentences. */
const subjects = [
  "relay",
  "traffic",
  "servers",
  "signIn",
  "calls",
  "watch",
  "inbox",
  "sampling",
  "sessions",
  "chat",
  "taps",
  "apps",
  "doctor",
  "examine",
  "events",
];

/** Settings that a server is stored with and that belong to another subject. */
const serverSettings = ["web/signIn/settings", "web/watch/settings"];
const allStores = [...serverSettings, ...subjects.map((subject) => `web/${subject}/store`)];
const allHooks = subjects.map((subject) => `web/${subject}/hooks`);
const allComponents = subjects.map((subject) => `web/${subject}/ui`);
const allMessages = subjects.map((subject) => `web/${subject}/messages`);
/** What every component may use. */
const base = ["web/platform", "web/ui", "web/editor", "web/form", "web/messages"];

/** What the store of a subject may import. */
const storesOf = (...others: readonly string[]) => [
  "shared",
  "web/platform",
  "web/view",
  ...serverSettings,
  ...others.map((subject) => `web/${subject}/store`),
];

/**
 * Every folder with code, lowest first. A module belongs to the longest entry that matches its path
 * and may import the folders named beside it, type imports included.
 */
export const layers: readonly Layer[] = [
  ["shared", ["shared"]],
  ["shared/core", []],
  ["shared/protocol", ["shared/core"]],
  ["shared/log", ["shared/core", "shared/protocol"]],
  ["shared/schema", ["shared/core"]],
  ["shared/taps", ["shared/core", "shared/protocol", "shared/log"]],
  ["shared/models", ["shared/core", "shared/protocol", "shared/log"]],
  ["shared/config", ["shared/core", "shared/protocol"]],
  [
    "shared/relay",
    ["shared/core", "shared/protocol", "shared/log", "shared/config", "shared/events"],
  ],
  ["shared/relay/page", []],
  ["shared/transport", ["shared/core", "shared/protocol", "shared/log", "shared/relay"]],
  ["shared/client", ["shared/core", "shared/protocol", "shared/log", "shared/transport"]],
  ["shared/demo", ["shared/core", "shared/protocol"]],
  ["shared/oauth", ["shared/core", "shared/protocol", "shared/log", "shared/transport"]],
  ["shared/apps", ["shared/core", "shared/protocol", "shared/log"]],
  ["shared/skills", ["shared/core", "shared/protocol"]],
  ["shared/events", ["shared/core", "shared/protocol", "shared/client"]],
  [
    "shared/clients",
    ["shared/core", "shared/protocol", "shared/log", "shared/apps", "shared/models", "shared/taps"],
  ],
  [
    "shared/lint",
    [
      "shared/core",
      "shared/protocol",
      "shared/log",
      "shared/apps",
      "shared/doctor",
      "shared/skills",
      "shared/events",
    ],
  ],
  [
    "shared/recording",
    [
      "shared/core",
      "shared/protocol",
      "shared/config",
      "shared/log",
      "shared/transport",
      "shared/collections",
    ],
  ],
  [
    "shared/recording/replay",
    [
      "shared/core",
      "shared/protocol",
      "shared/log",
      "shared/transport",
      "shared/client",
      "shared/recording",
      "shared/collections",
    ],
  ],
  [
    "shared/evals",
    [
      "shared/core",
      "shared/protocol",
      "shared/models",
      "shared/apps",
      "shared/client",
      "shared/skills",
    ],
  ],
  [
    "shared/doctor",
    ["shared/core", "shared/protocol", "shared/log", "shared/transport", "shared/oauth"],
  ],
  [
    "shared/collections",
    ["shared/core", "shared/protocol", "shared/log", "shared/client", "shared/schema"],
  ],
  ["shared/report", ["shared/core", "shared/protocol", "shared/log"]],
  [
    "shared/conform",
    [
      "shared/core",
      "shared/protocol",
      "shared/log",
      "shared/transport",
      "shared/client",
      "shared/collections",
      "shared/lint",
      "shared/config",
      "shared/report",
      "shared/messages",
      "shared/taps",
      "shared/skills",
    ],
  ],
  [
    "shared/messages",
    [
      "shared/core",
      "shared/config",
      "shared/protocol",
      "shared/apps",
      "shared/evals",
      "shared/lint",
      "shared/collections",
      "shared/recording",
      "shared/doctor",
      "shared/models",
      "shared/taps",
      "shared/skills",
      "shared/events",
      "shared/clients",
    ],
  ],
  [
    "relay",
    [
      "shared/core",
      "shared/protocol",
      "shared/config",
      "shared/relay",
      "shared/apps",
      "shared/taps",
      "shared/events",
    ],
  ],
  ["relay/cli", ["relay", "shared"]],
  ["web/callback", []],
  ["web/platform", ["shared"]],
  ["web/ui", ["shared/core", "web/platform"]],
  ["web/editor", ["shared", "web/platform", "web/ui"]],
  ["web/messages", ["shared", "web/platform", "web/ui"]],
  ["web/form", ["shared", "web/platform", "web/ui", "web/editor", "web/messages"]],
  ["web/view", ["shared", "web/platform"]],
  ["web/signIn/settings", ["shared", "web/platform"]],
  ["web/watch/settings", ["shared", "web/platform"]],
  // the stores of subjects: each may use the interfaces of the stores named beside it
  ["web/relay/store", storesOf()],
  ["web/traffic/store", storesOf()],
  ["web/servers/store", storesOf("relay")],
  ["web/signIn/store", [...storesOf("servers"), "web/callback"]],
  ["web/calls/store", storesOf("servers")],
  ["web/watch/store", storesOf("relay", "servers", "calls")],
  ["web/inbox/store", storesOf("servers", "calls")],
  ["web/sampling/store", storesOf("relay", "servers", "signIn", "inbox")],
  ["web/sessions/store", storesOf("servers", "calls")],
  ["web/chat/store", storesOf("servers", "calls", "sampling")],
  ["web/taps/store", storesOf("relay", "servers", "calls", "sessions")],
  ["web/apps/store", storesOf("servers", "calls", "inbox")],
  ["web/doctor/store", storesOf("relay", "servers")],
  ["web/examine/store", storesOf("servers", "calls")],
  ["web/events/store", storesOf("relay", "servers")],
  // the stores as the components get them
  ["web/stores", ["shared", "web/platform", "web/view", ...allStores]],
  ["web/content", ["shared", ...base, "web/view", "web/stores", ...allHooks, ...allStores]],
  ...subjects.flatMap((subject): Layer[] => [
    [`web/${subject}/messages`, ["shared", "web/platform", "web/ui", "web/messages", ...allStores]],
    [`web/${subject}/hooks`, ["shared", "web/platform", "web/view", "web/stores", ...allStores]],
    [
      `web/${subject}/ui`,
      [
        "shared",
        ...base,
        "web/view",
        "web/stores",
        "web/content",
        ...allHooks,
        ...allStores,
        ...allMessages,
      ],
    ],
  ]),
  ["web", ["shared", "web"]],
  ["web/build", ["shared", "web"]],
  ["e2e", ["shared", "relay", "web", "e2e"]],
];

/** Folders that only these folders may import, although the table above allows more. */
const restricted: readonly (readonly [folder: string, folders: readonly string[], why: string])[] =
  [
    [
      "shared/messages",
      [
        "shared/messages",
        "shared/conform",
        "web/messages",
        "web/form",
        ...allMessages,
        ...allComponents,
        "relay/cli",
      ],
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
    "only shared/models uses the types of model providers",
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
  /** A file for each pair of parts of the page, as `importing imported`. */
  const pairs = new Map<string, string>();
  const noteImport = (file: string, target: string) => {
    const [from, to] = [partOf(file), partOf(target)];
    if (from && to && from !== to) pairs.set(`${from} ${to}`, file);
  };
  for (const [file, text] of sources) {
    if (!isModule(file)) continue;
    const folder = posix.dirname(file);
    modulesIn.set(folder, (modulesIn.get(folder) ?? 0) + 1);
    for (const specifier of importsOf(text)) {
      if (specifier.startsWith(".")) {
        noteImport(file, posix.normalize(posix.join(folder, specifier)));
      }
      const message = specifier.startsWith(".")
        ? refusedModule(file, posix.normalize(posix.join(folder, specifier)))
        : refusedPackage(file, specifier);
      if (message) violations.push({ file, message });
    }
  }
  for (const [pair, file] of pairs) {
    const [from = "", to = ""] = pair.split(" ");
    if (from < to && pairs.has(`${to} ${from}`)) {
      violations.push({ file, message: `${from} and ${to} import each other` });
    }
  }
  for (const [file, count] of modulesIn) {
    if (file.startsWith("e2e") || count <= maximumModules) continue;
    violations.push({ file, message: `holds ${count} modules, more than ${maximumModules}` });
  }
  return violations;
}

/** The part of the page that a module belongs to: a layer of a subject, a folder of `app`, or another folder. */
function partOf(path: string): string | undefined {
  const [top, folder, part, ...rest] = path.split("/");
  if (top !== "web" || folder === undefined || part === undefined) return undefined;
  const isSplit = folder === "app" || subjects.includes(folder);
  return isSplit && rest.length > 0 ? `web/${folder}/${part}` : `web/${folder}`;
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
