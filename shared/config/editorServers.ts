/** Reads server entries of the configuration files of Claude, Cursor and VS Code. */
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { isEnvironmentName, jsonObjectsIn, plainText } from "./configFields.ts";
import type {
  ConfigContext,
  ConfigFacts,
  ConfigInput,
  ConfigProblemCode,
  ConfiguredHttp,
  ConfiguredServer,
  ConfiguredStdio,
  Template,
} from "./configured.ts";
import { parseDotenv } from "./dotenv.ts";
import { createTemplateReader, type TemplateReader } from "./templates.ts";

/** Reports a problem; `path` is relative to the server entry. */
export type ReportProblem = (
  code: ConfigProblemCode,
  facts: ConfigFacts,
  ...path: string[]
) => undefined;

interface EditorFile {
  readonly context: ConfigContext;
  readonly inputs: ReadonlyMap<string, ConfigInput>;
  /** Whether this is VS Code's format, which does not expand `${NAME}` and uses the workspace as default directory. */
  readonly isVsCode: boolean;
}

/** Reads the `inputs` of a VS Code file. */
export function readInputs(value: unknown): ReadonlyMap<string, ConfigInput> {
  const inputs = new Map<string, ConfigInput>();
  for (const { id, description, password, options, default: defaultValue } of jsonObjectsIn(
    value,
  )) {
    if (typeof id !== "string") continue;
    const choices = Array.isArray(options) ? options.map(optionOf) : [];
    inputs.set(id, {
      id,
      label: typeof description === "string" && description ? description : id,
      isSecret: password === true,
      options: choices.filter((choice) => choice !== undefined),
      // what is hidden is only what the user typed, never a text of the file
      initial: password === true ? "" : (plainText(defaultValue) ?? ""),
      whenEmpty: "use",
    });
  }
  return inputs;
}

/**
 * Reads one server entry.
 * @returns undefined if the entry is invalid; the problem is reported
 */
export function readEditorServer(
  name: string,
  value: unknown,
  file: EditorFile,
  report: ReportProblem,
): ConfiguredServer | undefined {
  if (!isJsonObject(value)) return report("server-not-an-object", { name });
  const { context, inputs: declared, isVsCode } = file;
  const reader = createTemplateReader({ context, declared, hasBareNames: !isVsCode });
  const entry: ServerEntry = { name, value, file, read: reader.read, report };
  const url = value.url ?? value.serverUrl ?? value.httpUrl;
  const target = url === undefined ? readStdio(entry) : readHttp(entry, url);
  return target && { name, source: context.source, target, inputs: reader.inputs() };
}

interface ServerEntry {
  readonly name: string;
  readonly value: JsonObject;
  readonly file: EditorFile;
  readonly read: TemplateReader["read"];
  readonly report: ReportProblem;
}

function readHttp(
  { name, value, read, report }: ServerEntry,
  url: unknown,
): ConfiguredHttp | undefined {
  if (typeof url !== "string" || url === "") {
    return report("url-not-a-string", { name }, "url");
  }
  if (!/^(https?:\/\/|\$\{)/i.test(url)) {
    return report("url-not-http", { name }, "url");
  }
  return {
    kind: "http",
    url: read(url),
    headers: readPairs(value.headers, read, (header) =>
      report("header-not-a-string", { name, header }, "headers", header),
    ),
  };
}

function readStdio(entry: ServerEntry): ConfiguredStdio | undefined {
  const { name, value, read, report } = entry;
  const { context, isVsCode } = entry.file;
  const { command, args, cwd, env } = value;
  if (typeof command !== "string" || command.trim() === "") {
    return report("no-command-or-url", { name });
  }
  const words = args === undefined ? [] : wordsOf(args);
  if (!words) return report("args-not-strings", { name }, "args");
  // in the order of the file, so that inputs are asked for in that order
  const program = read(command);
  const groups = words.map((word) => [read(word)]);
  const refused = Object.keys(isJsonObject(env) ? env : {}).find((key) => !isEnvironmentName(key));
  if (refused !== undefined) {
    return report("variable-name-refused", { name, variable: refused }, "env", refused);
  }
  const own = readPairs(env, read, (variable) =>
    report("variable-not-a-string", { name, variable }, "env", variable),
  );
  const directory = typeof cwd === "string" && cwd !== "" ? cwd : isVsCode ? "." : undefined;
  return {
    kind: "stdio",
    command: program,
    args: groups,
    ...(directory === undefined ? {} : { cwd: directoryOf(read(directory), context) }),
    env: [...fromEnvFile(entry), ...own],
  };
}

/** The arguments as texts; undefined if they are not a list of plain values. */
function wordsOf(args: unknown): readonly string[] | undefined {
  const words = Array.isArray(args) ? args.map(plainText) : [undefined];
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** Makes a directory absolute, unless it contains a placeholder. */
function directoryOf(template: Template, { resolve }: ConfigContext): Template {
  const texts = template.map((part) => (typeof part === "string" ? part : undefined));
  return texts.includes(undefined) ? template : [resolve(texts.join(""))];
}

function fromEnvFile({ name, value, file, read, report }: ServerEntry): ConfiguredStdio["env"] {
  const { envFile } = value;
  const { resolve, readText } = file.context;
  if (typeof envFile !== "string" || envFile === "") return [];
  const path = read(envFile);
  const plain = path.every((part) => typeof part === "string") ? path.join("") : undefined;
  const text = plain === undefined ? undefined : readText(resolve(plain));
  if (text === undefined) {
    report("env-file-unreadable", { name, path: envFile }, "envFile");
    return [];
  }
  const { variables, wrong } = parseDotenv(text);
  if (wrong !== undefined) {
    report("env-file-invalid", { name, line: wrong }, "envFile");
  }
  return variables.map(([variable, value]) => [variable, [value]] as const);
}

function readPairs(
  value: unknown,
  read: TemplateReader["read"],
  report: (name: string) => void,
): readonly (readonly [name: string, value: Template])[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    // null removes an inherited variable; processes of the relay inherit none of those
    if (member === null) return [];
    const text = plainText(member);
    if (text === undefined) report(name);
    return text === undefined ? [] : [[name, read(text)] as const];
  });
}

function optionOf(option: unknown): string | undefined {
  return isJsonObject(option) ? plainText(option.value) : plainText(option);
}
