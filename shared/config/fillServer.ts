/** Replaces the placeholders of a configured server with answers, which gives a target to connect to. */

import {
  hasHidden,
  realText,
  type ShownText,
  uncovered,
  writtenText,
} from "../core/text/shownText.ts";
import type { Header } from "../protocol/headers.ts";
import type { ConfigProblem, ConfiguredServer, Template } from "./configured.ts";
import type { Target } from "./target.ts";
import { inputPlaceholder } from "./templateText.ts";

/** Answers of the user by input id. */
export type Answers = Readonly<Record<string, string>>;

export interface FilledServer {
  readonly target: Target;
  readonly headers: readonly Header[];
  /** The headers or variables with their hidden parts. */
  readonly values: readonly (readonly [name: string, value: ShownText])[];
  /** The target for storage: secrets are replaced by their placeholders. */
  readonly shown: Target;
  /** Whether `shown` differs from `target`. */
  readonly hasSecret: boolean;
}

/**
 * Replaces all placeholders. Values of the relay's environment and the user's secret answers are
 * hidden in the pieces of the target, but never where they decide what runs or who is contacted: in
 * the program, the directory and the host.
 * @param answers missing answers count as empty
 * @returns undefined if a `url` is not an http(s) URL once it is filled: it must not be taken for
 *   anything else, such as a command
 */
export function fillServer(
  { target, inputs }: Pick<ConfiguredServer, "target" | "inputs">,
  answers: Answers,
): FilledServer | undefined {
  const byId = new Map(inputs.map((input) => [input.id, input]));

  const fill = (template: Template): ShownText =>
    template.map((part) => {
      if (typeof part === "string") return part;
      if ("secret" in part) {
        return { value: part.secret, placeholder: part.shown, isHidden: true };
      }
      const input = byId.get(part.input);
      return {
        value: answers[part.input] ?? "",
        placeholder: inputPlaceholder(part.input),
        // one of the author's answers is no secret of the user
        isHidden: (input?.isSecret ?? true) && !input?.options.length,
      };
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
    list
      .filter(([, value]) => !isLeftOut(value))
      .map(([name, value]) => [name, fill(value)] as const);
  const real = (values: FilledServer["values"]) =>
    values.map(([name, value]) => [name, realText(value)] as const);

  if (target.kind === "http") {
    const url = fill(target.url);
    const parsed = URL.parse(realText(url));
    if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return undefined;
    const address = parsed.href;
    const headers = pairs(target.headers);
    return {
      target: {
        kind: "http",
        url: address,
        ...(isFilled(url) ? { pieces: withClearHost(url, address) } : {}),
      },
      headers: real(headers),
      values: headers,
      shown: { kind: "http", url: stored(url) },
      hasSecret: hasHidden(url),
    };
  }
  const program = fill(target.command);
  const args = target.args
    .filter((group) => !group.some(isLeftOut))
    .flat()
    .map(fill);
  const directory = target.cwd && !isLeftOut(target.cwd) ? fill(target.cwd) : undefined;
  const env = pairs(target.env);
  const write = (text: (pieces: ShownText) => string): Target & { kind: "stdio" } => ({
    kind: "stdio",
    command: text(program),
    args: args.map(text),
    ...(directory ? { cwd: text(directory) } : {}),
  });
  return {
    target: {
      ...write(realText),
      ...(env.length > 0 ? { env: Object.fromEntries(real(env)) } : {}),
      ...([program, ...args, directory ?? []].some(isFilled)
        ? {
            pieces: {
              words: [uncovered(program), ...args],
              ...(directory ? { cwd: uncovered(directory) } : {}),
            },
          }
        : {}),
    },
    headers: [],
    values: env,
    shown: write(stored),
    hasSecret: [program, ...args, directory ?? []].some(hasHidden),
  };
}

/** Whether it has placeholders. */
const isFilled = (pieces: ShownText) => pieces.some((piece) => typeof piece !== "string");

/** Secrets are placeholders, other answers are in clear. */
function stored(pieces: ShownText): string {
  return writtenText(
    pieces.map((piece) => (typeof piece === "string" || piece.isHidden ? piece : piece.value)),
  );
}

/** Scheme and user, then the host with its port. */
const authority = /^(https?:\/\/(?:[^/?#]*@)?)([^/?#]*)/i;

/**
 * Nothing of the host is hidden, and nothing at all where the URL that is contacted is written in
 * another way.
 * @param address the URL that is contacted
 */
function withClearHost(pieces: ShownText, address: string): ShownText {
  const text = realText(pieces);
  if (address !== text && address !== `${text}/`) return [address];
  const [, before = "", host = ""] = authority.exec(text) ?? [];
  const [start, end] = [before.length, before.length + host.length];
  let at = 0;
  const clear = pieces.map((piece) => {
    if (typeof piece === "string") {
      at += piece.length;
      return piece;
    }
    const from = at;
    at += piece.value.length;
    return from < end && at > start ? { ...piece, isHidden: false } : piece;
  });
  return address === text ? clear : [...clear, "/"];
}

/** What is wrong with a server that cannot be filled. */
export function urlProblem({ name, source }: Pick<ConfiguredServer, "name" | "source">) {
  return { source, code: "url-not-http", facts: { name } } as const satisfies ConfigProblem;
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
