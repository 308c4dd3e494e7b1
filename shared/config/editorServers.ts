/** Servers as Claude, Cursor and VS Code write them down. */

import { isJsonObject, type JsonObject } from "../core/jsonObject.ts";
import type {
  ConfigContext,
  ConfigInput,
  ConfiguredHttp,
  ConfiguredServer,
  ConfiguredStdio,
  Template,
} from "./configured.ts";
import { parseDotenv } from "./dotenv.ts";
import { jsonObjectsIn, plainText } from "./fields.ts";
import { createTemplateReader, type TemplateReader } from "./templates.ts";

/** What says that something is wrong; `path` leads to it from the server. */
export type Complain = (words: string, ...path: string[]) => undefined;

export interface EditorFile {
  readonly context: ConfigContext;
  readonly inputs: ReadonlyMap<string, ConfigInput>;
  /** Whether the file is VS Code's, where `${NAME}` means nothing and the folder is the workspace. */
  readonly isVsCode: boolean;
}

/** Reads the inputs that a VS Code file declares. */
export function readInputs(value: unknown): ReadonlyMap<string, ConfigInput> {
  const inputs = new Map<string, ConfigInput>();
  for (const { id, description, password, options, default: usual } of jsonObjectsIn(value)) {
    if (typeof id !== "string") continue;
    const choices = Array.isArray(options) ? options.map(optionOf) : [];
    inputs.set(id, {
      id,
      label: typeof description === "string" && description ? description : id,
      isSecret: password === true,
      options: choices.filter((choice) => choice !== undefined),
      initial: plainText(usual) ?? "",
      whenEmpty: "use",
    });
  }
  return inputs;
}

/** Reads one server; undefined, and a complaint made, where it is none. */
export function readEditorServer(
  name: string,
  value: unknown,
  file: EditorFile,
  complain: Complain,
): ConfiguredServer | undefined {
  if (!isJsonObject(value)) return complain(`"${name}" is not an object.`);
  const { context, inputs: declared, isVsCode } = file;
  const reader = createTemplateReader({ context, declared, hasBareNames: !isVsCode });
  const url = value.url ?? value.serverUrl ?? value.httpUrl;
  const target =
    url === undefined
      ? readStdio(name, value, file, reader, complain)
      : readHttp(name, url, value, reader, complain);
  return target && { name, source: context.source, target, inputs: reader.inputs() };
}

function readHttp(
  name: string,
  url: unknown,
  { headers }: JsonObject,
  { read }: TemplateReader,
  complain: Complain,
): ConfiguredHttp | undefined {
  if (typeof url !== "string" || url === "") {
    return complain(`The url of "${name}" is not a text.`, "url");
  }
  if (!/^(https?:\/\/|\$\{)/i.test(url)) {
    return complain(`The url of "${name}" is not an http(s) URL.`, "url");
  }
  return {
    kind: "http",
    url: read(url),
    headers: readPairs(headers, read, (header) =>
      complain(`The header ${header} of "${name}" is not a text.`, "headers", header),
    ),
  };
}

function readStdio(
  name: string,
  { command, args, cwd, env, envFile }: JsonObject,
  { context, isVsCode }: EditorFile,
  { read }: TemplateReader,
  complain: Complain,
): ConfiguredStdio | undefined {
  if (typeof command !== "string" || command.trim() === "") {
    return complain(`"${name}" has neither a command nor a url.`);
  }
  const words = args === undefined ? [] : Array.isArray(args) ? args.map(plainText) : [undefined];
  if (words.includes(undefined)) {
    return complain(`The args of "${name}" are not a list of texts.`, "args");
  }
  // in the order of the file, which is the order in which people are asked
  const program = read(command);
  const groups = words.map((word) => [read(word as string)]);
  const own = readPairs(env, read, (variable) =>
    complain(`${variable} in the env of "${name}" is not a text.`, "env", variable),
  );
  const directory = typeof cwd === "string" && cwd !== "" ? cwd : isVsCode ? "." : undefined;
  return {
    kind: "stdio",
    command: program,
    args: groups,
    ...(directory === undefined ? {} : { cwd: directoryOf(read(directory), context) }),
    env: [...fromFile(name, envFile, context, read, complain), ...own],
  };
}

/** A path that does not depend on an answer is made absolute. */
function directoryOf(template: Template, { resolve }: ConfigContext): Template {
  const texts = template.map((part) => (typeof part === "string" ? part : undefined));
  return texts.includes(undefined) ? template : [resolve(texts.join(""))];
}

function fromFile(
  name: string,
  envFile: unknown,
  { resolve, readText }: ConfigContext,
  read: TemplateReader["read"],
  complain: Complain,
): ConfiguredStdio["env"] {
  if (typeof envFile !== "string" || envFile === "") return [];
  const path = read(envFile);
  const plain = path.every((part) => typeof part === "string") ? path.join("") : undefined;
  const text = plain === undefined ? undefined : readText(resolve(plain));
  if (text === undefined) {
    complain(`The envFile of "${name}" cannot be read: ${envFile}.`, "envFile");
    return [];
  }
  const { variables, wrong } = parseDotenv(text);
  if (wrong !== undefined) {
    complain(`Line ${wrong} of the envFile of "${name}" is no variable.`, "envFile");
  }
  return variables.map(([variable, value]) => [variable, [{ secret: value, shown: "" }]] as const);
}

function readPairs(
  value: unknown,
  read: TemplateReader["read"],
  complain: (name: string) => void,
): readonly (readonly [name: string, value: Template])[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    // null takes a variable away that is not there to begin with
    if (member === null) return [];
    const text = plainText(member);
    if (text === undefined) complain(name);
    return text === undefined ? [] : [[name, read(text)] as const];
  });
}

function optionOf(option: unknown): string | undefined {
  return isJsonObject(option) ? plainText(option.value) : plainText(option);
}
