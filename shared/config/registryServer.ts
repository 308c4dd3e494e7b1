/** A `server.json` as the registry describes servers: packages to run, remotes to connect to. */

import { isJsonObject, type JsonObject } from "../core/jsonObject.ts";
import type { ConfigContext, ConfigInput, ConfiguredServer, Part, Template } from "./configured.ts";
import type { Complain } from "./editorServers.ts";
import { jsonObjectsIn, plainText } from "./fields.ts";

/**
 * Reads all ways to a server: one entry for each of its packages and remotes.
 * @see https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md
 */
export function readRegistryServer(
  file: JsonObject,
  { source }: Pick<ConfigContext, "source">,
  complain: Complain,
): readonly ConfiguredServer[] {
  const base = plainText(file.name) ?? source;
  const packages = jsonObjectsIn(file.packages);
  const remotes = jsonObjectsIn(file.remotes);
  const several = packages.length + remotes.length > 1;
  const found: ConfiguredServer[] = [];
  const add = (way: string, build: (asker: Asker) => ConfiguredServer["target"] | undefined) => {
    const asker = createAsker();
    const target = build(asker);
    const name = several ? `${base} (${way})` : base;
    if (target) found.push({ name, source, target, inputs: asker.inputs() });
  };
  for (const entry of packages) {
    const type = plainText(entry.registryType) ?? "";
    add(type, (asker) => packageTarget(entry, type, asker, complain));
  }
  for (const entry of remotes) {
    add(plainText(entry.type) ?? "remote", (asker) => remoteTarget(entry, asker, complain));
  }
  return found;
}

interface Asker {
  /** What a member that takes a value is to have; undefined where it has none and needs none. */
  value(name: string, member: JsonObject): Template | undefined;
  inputs(): readonly ConfigInput[];
}

function createAsker(): Asker {
  const inputs = new Map<string, ConfigInput>();

  const ask = (name: string, input: JsonObject): Part => {
    let id = name;
    for (let n = 2; inputs.has(id); n++) id = `${name} ${n}`;
    const choices = Array.isArray(input.choices) ? input.choices.map(plainText) : [];
    const options = input.format === "boolean" ? ["true", "false"] : choices;
    const description = plainText(input.description);
    inputs.set(id, {
      id,
      label: description ? `${name}: ${description}` : name,
      isSecret: input.isSecret === true,
      options: options.filter((option) => option !== undefined),
      initial: plainText(input.default) ?? "",
      whenEmpty: input.isRequired === true ? "refuse" : "omit",
    });
    return { input: id };
  };

  return {
    value(name, member) {
      const fixed = plainText(member.value);
      if (fixed === undefined) return [ask(name, member)];
      const variables = isJsonObject(member.variables) ? member.variables : {};
      return fixed
        .split(/(\{[^{}]+\})/)
        .filter((piece) => piece !== "")
        .map((piece) => {
          const variable = /^\{(.+)\}$/.exec(piece)?.[1];
          const input = variable === undefined ? undefined : variables[variable];
          if (variable === undefined || !isJsonObject(input)) return piece;
          return plainText(input.value) ?? ask(variable, input);
        });
    },
    inputs: () => [...inputs.values()],
  };
}

/** How a registry's packages are run; the identifier comes behind `args`. */
const runners: Readonly<
  Record<
    string,
    {
      readonly command: string;
      readonly args: readonly string[];
      readonly at: string;
      readonly behind?: readonly string[];
    }
  >
> = {
  npm: { command: "npx", args: ["-y"], at: "@" },
  pypi: { command: "uvx", args: [], at: "==" },
  oci: { command: "docker", args: ["run", "-i", "--rm"], at: ":" },
  nuget: { command: "dnx", args: [], at: "@", behind: ["--yes", "--"] },
};

function packageTarget(
  entry: JsonObject,
  type: string,
  asker: Asker,
  complain: Complain,
): ConfiguredServer["target"] | undefined {
  const runner = Object.hasOwn(runners, type) ? runners[type] : undefined;
  const identifier = plainText(entry.identifier);
  if (!runner || identifier === undefined) {
    return complain(
      identifier === undefined
        ? "A package has no identifier."
        : `Packages of the registry "${type}" cannot be run from here: install ${identifier} and name its command.`,
      "packages",
    );
  }
  const transport = isJsonObject(entry.transport) ? plainText(entry.transport.type) : "stdio";
  if (transport !== undefined && transport !== "stdio") {
    return complain(
      `The package ${identifier} speaks HTTP: start it yourself, then connect to its URL.`,
      "packages",
    );
  }
  const version = plainText(entry.version);
  const isVersioned = version !== undefined && version !== "" && !isPinned(type, identifier);
  const env = keyValues(entry.environmentVariables, asker);
  const own = jsonObjectsIn(entry.runtimeArguments).flatMap((one) => argument(one, asker));
  const behind = jsonObjectsIn(entry.packageArguments).flatMap((one) => argument(one, asker));
  const given = own.flat().map((word) => (typeof word[0] === "string" ? word[0] : ""));
  return {
    kind: "stdio",
    command: [plainText(entry.runtimeHint) || runner.command],
    args: [
      ...runner.args.filter((word) => !given.includes(word)).map((word) => [[word]]),
      // docker hands on what it is told the name of
      ...(type === "oci" ? env.map(([name]) => [["-e"], [name]]) : []),
      ...own,
      [[isVersioned ? `${identifier}${runner.at}${version}` : identifier]],
      ...(runner.behind ?? []).slice(0, behind.length > 0 ? 2 : 1).map((word) => [[word]]),
      ...behind,
    ],
    env,
  };
}

/** Whether an identifier says its version itself. */
function isPinned(type: string, identifier: string): boolean {
  return type === "oci" && /[:@][^/]+$/.test(identifier);
}

function remoteTarget(
  entry: JsonObject,
  asker: Asker,
  complain: Complain,
): ConfiguredServer["target"] | undefined {
  const url = plainText(entry.url);
  if (url === undefined || !/^(https?:\/\/|\{)/i.test(url)) {
    return complain("A remote has no http(s) URL.", "remotes");
  }
  const template = asker.value("url", { value: url, variables: entry.variables }) ?? [url];
  return { kind: "http", url: template, headers: keyValues(entry.headers, asker) };
}

function keyValues(value: unknown, asker: Asker): (readonly [name: string, value: Template])[] {
  return jsonObjectsIn(value).flatMap((member) => {
    const name = plainText(member.name);
    const template = name === undefined ? undefined : asker.value(name, member);
    return name === undefined || template === undefined ? [] : [[name, template] as const];
  });
}

/** The words of an argument, which are left out together. */
function argument(member: JsonObject, asker: Asker): readonly (readonly Template[])[] {
  const name = plainText(member.name);
  if (member.type !== "named") {
    const value = asker.value(plainText(member.valueHint) ?? name ?? "argument", member);
    return value ? [[value]] : [];
  }
  if (name === undefined) return [];
  const isFlag = member.value === undefined && member.default === undefined && !takesValue(member);
  if (isFlag) return [[[name]]];
  const value = asker.value(name, member);
  return [value ? [[name], value] : [[name]]];
}

/** A named argument without anything said of its value is a flag. */
function takesValue({ description: _, type: __, name: ___, ...rest }: JsonObject): boolean {
  return Object.keys(rest).some((key) => key !== "isRequired" && key !== "isRepeated");
}
