/** Replaces the placeholders of a configured server with answers, which gives a target to connect to. */

import type { Header } from "../core/headers.ts";
import type { ConfiguredServer, Template } from "./configured.ts";
import type { Target } from "./target.ts";
import { inputPlaceholder, templateText } from "./templateText.ts";

/** Answers of the user by input id. */
export type Answers = Readonly<Record<string, string>>;

export interface FilledServer {
  readonly target: Target;
  readonly headers: readonly Header[];
  /** The target for display and storage: secrets are replaced by their placeholders. */
  readonly shown: Target;
  /** Whether `shown` differs from `target`. */
  readonly hasSecret: boolean;
}

/**
 * Replaces all placeholders.
 * @param answers missing answers count as empty
 */
export function fillServer(
  { target, inputs }: Pick<ConfiguredServer, "target" | "inputs">,
  answers: Answers,
): FilledServer {
  const byId = new Map(inputs.map((input) => [input.id, input]));

  const real = (template: Template): string =>
    template
      .map((part) => {
        if (typeof part === "string") return part;
        return "input" in part ? (answers[part.input] ?? "") : part.secret;
      })
      .join("");
  const shown = (template: Template): string =>
    templateText(template, (id) => {
      const isSecret = byId.get(id)?.isSecret ?? true;
      return isSecret ? inputPlaceholder(id) : (answers[id] ?? "");
    });
  const isLeftOut = (template: Template): boolean =>
    template.some(
      (part) =>
        typeof part !== "string" &&
        "input" in part &&
        !answers[part.input] &&
        byId.get(part.input)?.whenEmpty === "omit",
    );
  const pairs = (list: readonly (readonly [string, Template])[]) =>
    list.filter(([, value]) => !isLeftOut(value));

  if (target.kind === "http") {
    const url = real(target.url);
    const shownUrl = shown(target.url);
    return {
      target: { kind: "http", url },
      headers: pairs(target.headers).map(([name, value]) => [name, real(value)]),
      shown: { kind: "http", url: shownUrl },
      hasSecret: url !== shownUrl,
    };
  }
  const words = target.args.filter((group) => !group.some(isLeftOut)).flat();
  const write = (text: (template: Template) => string): Target & { kind: "stdio" } => ({
    kind: "stdio",
    command: text(target.command),
    args: words.map(text),
    ...(target.cwd && !isLeftOut(target.cwd) ? { cwd: text(target.cwd) } : {}),
  });
  const filled = write(real);
  const plain = write(shown);
  const plainWords = [plain.command, ...plain.args];
  const masked = [filled.command, ...filled.args].flatMap((word, place) =>
    word === plainWords[place] ? [] : [place],
  );
  const env = pairs(target.env).map(([name, value]) => [name, real(value)] as const);
  return {
    target: {
      ...filled,
      ...(env.length > 0 ? { env: Object.fromEntries(env) } : {}),
      ...(masked.length > 0 ? { masked } : {}),
    },
    headers: [],
    shown: plain,
    hasSecret: JSON.stringify(filled) !== JSON.stringify(plain),
  };
}

/** The ids of inputs that must not be empty but are. */
export function missingInputs(
  { inputs }: Pick<ConfiguredServer, "inputs">,
  answers: Answers,
): readonly string[] {
  return inputs
    .filter(({ id, whenEmpty }) => whenEmpty === "refuse" && !answers[id])
    .map(({ id }) => id);
}
