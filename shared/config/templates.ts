/** Texts with `${…}` in them, as editors write them, made into templates; and what is asked for. */
import type { ConfigContext, ConfigInput, Part, Template } from "./configured.ts";

/** Collects what a server's texts ask for while they are read. */
export interface TemplateReader {
  read(text: string): Template;
  /** The inputs that the texts read so far have named, in order. */
  inputs(): readonly ConfigInput[];
}

export interface TemplateOptions {
  readonly context: Pick<ConfigContext, "environment" | "variables">;
  /** The inputs that the file declares. */
  readonly declared: ReadonlyMap<string, ConfigInput>;
  /** Whether `${NAME}` and `${NAME:-default}` name the environment as well. */
  readonly hasBareNames: boolean;
}

/**
 * Makes a reader for one server. A variable of the environment that is not set is asked for, what
 * is no variable stays as it is.
 * @see https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
 * @see https://cursor.com/docs/context/mcp
 */
export function createTemplateReader(options: TemplateOptions): TemplateReader {
  const { context, declared, hasBareNames } = options;
  const inputs = new Map<string, ConfigInput>();

  const ask = (input: ConfigInput): Part => {
    inputs.set(input.id, input);
    return { input: input.id };
  };

  const environment = (name: string, shown: string, usual?: string): Part => {
    const value = context.environment[name] || usual;
    if (value !== undefined) return { secret: value, shown };
    return ask({
      id: `env:${name}`,
      label: `${name}, which is not set where the relay was started`,
      isSecret: true,
      options: [],
      initial: "",
      whenEmpty: "use",
    });
  };

  const part = (whole: string, inside: string): Part => {
    if (inside.startsWith("env:")) return environment(inside.slice(4), whole);
    if (inside.startsWith("input:")) {
      const id = inside.slice(6);
      return ask(declared.get(id) ?? undeclared(id));
    }
    if (Object.hasOwn(context.variables, inside)) return context.variables[inside] as string;
    const [, name, usual] = /^([A-Za-z_]\w*)(?::-([\s\S]*))?$/.exec(inside) ?? [];
    return hasBareNames && name ? environment(name, whole, usual) : whole;
  };

  return {
    read(text) {
      const parts: Part[] = [];
      let at = 0;
      for (const match of text.matchAll(/\$\{([^{}]+)\}/g)) {
        if (match.index > at) parts.push(text.slice(at, match.index));
        parts.push(part(match[0], match[1] ?? ""));
        at = match.index + match[0].length;
      }
      if (at < text.length) parts.push(text.slice(at));
      return parts;
    },
    inputs: () => [...inputs.values()],
  };
}

function undeclared(id: string): ConfigInput {
  return { id, label: id, isSecret: false, options: [], initial: "", whenEmpty: "use" };
}
