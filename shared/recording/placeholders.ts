/** Replaces secrets with placeholders (`${input:name}`), and turns placeholders into inputs. */
import type { ConfigInput, ConfiguredServer, Part, Template } from "../config/configured.ts";
import { formatTarget, type Target } from "../config/target.ts";
import { detectArguments, detectSecrets, type SecretCode } from "../core/text/detectSecrets.ts";
import type { Recording } from "./recording.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

/** A secret that was replaced. */
export interface MaskedSecret {
  /** The placeholder's name. */
  readonly name: string;
  readonly value: string;
  readonly code: SecretCode;
}

/** A placeholder, plain or percent-encoded in a URL. */
const placeholder = /\$(?:\{|%7B)input:([\w.-]{1,64})(?:\}|%7D)/gi;

/**
 * Replaces secrets in several texts; equal values get the same placeholder.
 * @param texts the texts to mask; names of placeholders in them are not reused
 */
function createMasker(texts: readonly string[]) {
  const maskedSecrets = new Map<string, MaskedSecret>();
  const taken = new Set(texts.flatMap(placeholdersIn));
  const nameFor = (value: string, wanted: string, code: SecretCode) => {
    const known = maskedSecrets.get(value);
    if (known) return known.name;
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}-${count}`;
    taken.add(name);
    maskedSecrets.set(value, { name, value, code });
    return name;
  };
  const replace = (text: string, spans: readonly ReturnType<typeof detectSecrets>[number][]) => {
    let [masked, at] = ["", 0];
    for (const { start, end, code, name } of spans) {
      masked += `${text.slice(at, start)}\${input:${nameFor(text.slice(start, end), name, code)}}`;
      at = end;
    }
    return masked + text.slice(at);
  };
  return {
    maskedSecrets: () => [...maskedSecrets.values()],
    text: (text: string) => replace(text, detectSecrets(text)),
    words(words: readonly string[]) {
      const found = detectArguments(words);
      return words.map((word, index) =>
        replace(
          word,
          found.filter(({ argument }) => argument === index),
        ),
      );
    },
    /** Replaces secrets that were found in another text. */
    repeated: (text: string) =>
      [...maskedSecrets.values()].reduce(
        (rest, { name, value }) =>
          value.length < 6 ? rest : rest.replaceAll(value, () => `\${input:${name}}`),
        text,
      ),
  };
}

/**
 * Prepares a target for storage or sharing: secrets become placeholders; values of variables, and
 * userinfo and query of a URL, are removed.
 */
export function maskTarget(target: Target): {
  readonly target: Target;
  readonly maskedSecrets: readonly MaskedSecret[];
} {
  const masker = createMasker(
    target.kind === "http" ? [target.url] : [...target.args, target.cwd ?? ""],
  );
  if (target.kind === "http") {
    const url = masker.text(withoutSecrets(target.url));
    return { target: { kind: "http", url }, maskedSecrets: masker.maskedSecrets() };
  }
  const args = masker.words(target.args);
  const command = masker.text(target.command);
  const cwd = target.cwd === undefined ? undefined : masker.text(target.cwd);
  return {
    target: {
      kind: "stdio",
      command: masker.repeated(command),
      args: args.map(masker.repeated),
      ...(cwd === undefined ? {} : { cwd: masker.repeated(cwd) }),
    },
    maskedSecrets: masker.maskedSecrets(),
  };
}

/** The text form of a target for storage: see {@link maskTarget}. */
export function maskedAddress(target: Target): string {
  return target.shown ?? formatTarget(maskTarget(target).target);
}

/** The names of the placeholders in a text. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = ""]) => name);
}

/** Replaces the secrets in a recording, for sharing. */
export function maskRecording(recording: Recording): {
  readonly recording: Recording;
  readonly maskedSecrets: readonly MaskedSecret[];
} {
  const { server, selected } = recording;
  const masker = createMasker(
    server.kind === "http" ? [server.url] : [...server.args, server.cwd ?? ""],
  );
  const masked: Recording = {
    ...recording,
    server:
      server.kind === "http"
        ? { kind: "http", url: masker.text(server.url) }
        : {
            ...server,
            command: masker.text(server.command),
            args: masker.words(server.args),
            ...(server.cwd === undefined ? {} : { cwd: masker.text(server.cwd) }),
          },
    ...(selected
      ? {
          selected: {
            ...selected,
            name: masker.text(selected.name),
            ...(selected.argumentsText === undefined
              ? {}
              : { argumentsText: masker.text(selected.argumentsText) }),
          },
        }
      : {}),
  };
  return { recording: mapTexts(masked, masker.repeated), maskedSecrets: masker.maskedSecrets() };
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

function mapTexts(recording: Recording, edit: (text: string) => string): Recording {
  return JSON.parse(JSON.stringify(recording), (key, value: unknown) =>
    typeof value === "string" && key !== "format" && key !== "kind" ? edit(value) : value,
  ) as Recording;
}
