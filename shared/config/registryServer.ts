/** Reads the registry's `server.json`: packages to run and remotes to connect to. */

import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { isEnvironmentName, jsonObjectsIn, plainText } from "./configFields.ts";
import type { ConfigContext, ConfigInput, ConfiguredServer, Part, Template } from "./configured.ts";
import type { ReportProblem } from "./editorServers.ts";

/**
 * Reads one configured server for each package and each remote.
 * @see https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md
 */
export function readRegistryServer(
  file: JsonObject,
  { source }: Pick<ConfigContext, "source">,
  report: ReportProblem,
): readonly ConfiguredServer[] {
  const base = plainText(file.name) ?? source;
  const packages = jsonObjectsIn(file.packages);
  const remotes = jsonObjectsIn(file.remotes);
  const several = packages.length + remotes.length > 1;
  const found: ConfiguredServer[] = [];
  const add = (
    label: string,
    build: (collector: InputCollector) => ConfiguredServer["target"] | undefined,
  ) => {
    const collector = createInputCollector();
    const target = build(collector);
    const name = several ? `${base} (${label})` : base;
    if (target) found.push({ name, source, target, inputs: collector.inputs() });
  };
  for (const entry of packages) {
    const type = plainText(entry.registryType) ?? "";
    add(type, (collector) => packageTarget(entry, type, collector, report));
  }
  for (const entry of remotes) {
    add(plainText(entry.type) ?? "remote", (collector) => remoteTarget(entry, collector, report));
  }
  return found;
}

interface InputCollector {
  /** The value of a member, fixed or entered by the user; undefined if it has none and needs none. */
  value(name: string, member: JsonObject): Template | undefined;
  inputs(): readonly ConfigInput[];
}

function createInputCollector(): InputCollector {
  const inputs = new Map<string, ConfigInput>();

  const addInput = (name: string, input: JsonObject): Part => {
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
      // what is hidden is only what the user typed, never a text of the file
      initial: input.isSecret === true ? "" : (plainText(input.default) ?? ""),
      whenEmpty: input.isRequired === true ? "refuse" : "omit",
    });
    return { input: id };
  };

  return {
    value(name, member) {
      const fixed = plainText(member.value);
      if (fixed === undefined) return [addInput(name, member)];
      const variables = isJsonObject(member.variables) ? member.variables : {};
      return fixed
        .split(/(\{[^{}]+\})/)
        .filter((piece) => piece !== "")
        .map((piece) => {
          const variable = /^\{(.+)\}$/.exec(piece)?.[1];
          const input = variable === undefined ? undefined : variables[variable];
          if (variable === undefined || !isJsonObject(input)) return piece;
          return plainText(input.value) ?? addInput(variable, input);
        });
    },
    inputs: () => [...inputs.values()],
  };
}

/** Commands that run packages of each registry; the identifier follows `args`. */
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
  collector: InputCollector,
  report: ReportProblem,
): ConfiguredServer["target"] | undefined {
  const runner = Object.hasOwn(runners, type) ? runners[type] : undefined;
  const identifier = plainText(entry.identifier);
  if (!runner || identifier === undefined) {
    return identifier === undefined
      ? report("package-without-identifier", {}, "packages")
      : report("registry-not-supported", { registry: type, identifier }, "packages");
  }
  const transport = isJsonObject(entry.transport) ? plainText(entry.transport.type) : "stdio";
  if (transport !== undefined && transport !== "stdio") {
    return report("package-uses-http", { identifier }, "packages");
  }
  const version = plainText(entry.version);
  const isVersioned = version !== undefined && version !== "" && !isPinned(type, identifier);
  const env = keyValues(entry.environmentVariables, collector);
  const refused = env.find(([name]) => !isEnvironmentName(name))?.[0];
  if (refused !== undefined) {
    return report("variable-name-refused", { name: identifier, variable: refused }, "packages");
  }
  const runtimeArguments = jsonObjectsIn(entry.runtimeArguments).flatMap((one) =>
    argument(one, collector),
  );
  const behind = jsonObjectsIn(entry.packageArguments).flatMap((one) => argument(one, collector));
  const given = runtimeArguments.flat().map((word) => (typeof word[0] === "string" ? word[0] : ""));
  return {
    kind: "stdio",
    command: [plainText(entry.runtimeHint) || runner.command],
    args: [
      ...runner.args.filter((word) => !given.includes(word)).map((word) => [[word]]),
      // docker passes on variables that are named with -e
      ...(type === "oci" ? env.map(([name]) => [["-e"], [name]]) : []),
      ...runtimeArguments,
      [[isVersioned ? `${identifier}${runner.at}${version}` : identifier]],
      ...(runner.behind ?? []).slice(0, behind.length > 0 ? 2 : 1).map((word) => [[word]]),
      ...behind,
    ],
    env,
  };
}

/** Whether an identifier contains its version. */
function isPinned(type: string, identifier: string): boolean {
  return type === "oci" && /[:@][^/]+$/.test(identifier);
}

function remoteTarget(
  entry: JsonObject,
  collector: InputCollector,
  report: ReportProblem,
): ConfiguredServer["target"] | undefined {
  const url = plainText(entry.url);
  if (url === undefined || !/^(https?:\/\/|\{)/i.test(url)) {
    return report("remote-without-url", {}, "remotes");
  }
  const template = collector.value("url", { value: url, variables: entry.variables }) ?? [url];
  return { kind: "http", url: template, headers: keyValues(entry.headers, collector) };
}

function keyValues(
  value: unknown,
  collector: InputCollector,
): (readonly [name: string, value: Template])[] {
  return jsonObjectsIn(value).flatMap((member) => {
    const name = plainText(member.name);
    const template = name === undefined ? undefined : collector.value(name, member);
    return name === undefined || template === undefined ? [] : [[name, template] as const];
  });
}

/** The words of an argument, which are omitted together. */
function argument(member: JsonObject, collector: InputCollector): readonly (readonly Template[])[] {
  const name = plainText(member.name);
  if (member.type !== "named") {
    const value = collector.value(plainText(member.valueHint) ?? name ?? "argument", member);
    return value ? [[value]] : [];
  }
  if (name === undefined) return [];
  const isFlag = member.value === undefined && member.default === undefined && !takesValue(member);
  if (isFlag) return [[[name]]];
  const value = collector.value(name, member);
  return [value ? [[name], value] : [[name]]];
}

/** Whether a named argument has a value; without any member about a value it is a flag. */
function takesValue({ description: _, type: __, name: ___, ...rest }: JsonObject): boolean {
  return Object.keys(rest).some((key) => key !== "isRequired" && key !== "isRepeated");
}
