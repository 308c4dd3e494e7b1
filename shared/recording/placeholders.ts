/** Placeholders of secrets (`${input:name}`), and the inputs that ask for their values. */
import type { ConfigInput, ConfiguredServer, Part, Template } from "../config/configured.ts";
import type { Target } from "../config/target.ts";

/** A placeholder, plain or percent-encoded in a URL. */
const placeholder = /\$(?:\{|%7B)input:([\w.-]{1,64})(?:\}|%7D)/gi;

/** The names of the placeholders in a text. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = ""]) => name);
}

/**
 * Creates a configured server from a target with placeholders, so that the user is asked for values.
 * @param name the text form of the target
 * @param source shown as the origin of the inputs
 * @returns undefined if the target has no placeholders
 */
export function serverWithPlaceholders(
  target: Target,
  { name, source }: Pick<ConfiguredServer, "name" | "source">,
): ConfiguredServer | undefined {
  const inputs = new Map<string, ConfigInput>();
  const read = (text: string): Template => {
    const parts: Part[] = [];
    let at = 0;
    for (const match of text.matchAll(placeholder)) {
      const id = match[1] ?? "";
      if (match.index > at) parts.push(text.slice(at, match.index));
      parts.push({ input: id });
      at = match.index + match[0].length;
      inputs.set(id, {
        id,
        label: id,
        isSecret: true,
        options: [],
        initial: "",
        whenEmpty: "refuse",
      });
    }
    if (at < text.length) parts.push(text.slice(at));
    return parts;
  };
  const made: ConfiguredServer["target"] =
    target.kind === "http"
      ? { kind: "http", url: read(target.url), headers: [] }
      : {
          kind: "stdio",
          command: [target.command],
          args: target.args.map((word) => [read(word)]),
          ...(target.cwd === undefined ? {} : { cwd: read(target.cwd) }),
          env: Object.entries(target.env ?? {}).map(([key, value]) => [key, [value]]),
        };
  return inputs.size === 0
    ? undefined
    : { name, source, target: made, inputs: [...inputs.values()] };
}
