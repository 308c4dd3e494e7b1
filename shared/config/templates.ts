/** Parses the `${…}` placeholders of editor configuration files into templates. */
import type { ConfigContext, ConfigInput, Part, Template } from "./configured.ts";

/** Parses texts of one server and collects their inputs. */
export interface TemplateReader {
  read(text: string): Template;
  /** The inputs of all parsed texts, in order. */
  inputs(): readonly ConfigInput[];
}

interface TemplateOptions {
  readonly context: Pick<ConfigContext, "environment" | "variables">;
  readonly declared: ReadonlyMap<string, ConfigInput>;
  /** Whether `${NAME}` and `${NAME:-default}` also refer to environment variables. */
  readonly hasBareNames: boolean;
}

/**
 * Creates a parser for one server. Unset environment variables become inputs; unknown placeholders
 * stay as text.
 * @see https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
 * @see https://cursor.com/docs/context/mcp
 */
export function createTemplateReader(options: TemplateOptions): TemplateReader {
  const { context, declared, hasBareNames } = options;
  const inputs = new Map<string, ConfigInput>();

  const addInput = (input: ConfigInput): Part => {
    inputs.set(input.id, input);
    return { input: input.id };
  };

  const environment = (name: string, shown: string, defaultValue?: string): Part => {
    const value = context.environment[name];
    if (value) return { secret: value, shown };
    if (defaultValue !== undefined) return defaultValue;
    return addInput({
      id: `env:${name}`,
      label: name,
      isUnsetVariable: true,
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
      return addInput(declared.get(id) ?? undeclared(id));
    }
    if (Object.hasOwn(context.variables, inside)) return context.variables[inside] as string;
    const [, name, defaultValue] = /^([A-Za-z_]\w*)(?::-([\s\S]*))?$/.exec(inside) ?? [];
    return hasBareNames && name ? environment(name, whole, defaultValue) : whole;
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
