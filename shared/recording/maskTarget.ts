/** Replaces the secrets in targets and recordings by placeholders (`${input:name}`). */
import { formatTarget, type Target } from "../config/target.ts";
import { detectArguments } from "../log/secrets/detectArguments.ts";
import { detectSecrets, mergeSpans, type SecretCode } from "../log/secrets/detectSecrets.ts";
import { randomSegments } from "../log/urlSecrets.ts";
import { placeholdersIn } from "./placeholders.ts";
import type { Recording } from "./recording.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

export interface MaskedSecret {
  /** The placeholder's name. */
  readonly name: string;
  readonly value: string;
  readonly code: SecretCode;
}

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
    /** The address of a server, whose path may be a key. */
    url(url: string) {
      const segments = randomSegments(url).map(({ start, end }) => ({
        start,
        end,
        code: "url-path" as const,
        name: "path",
        value: url.slice(start, end),
      }));
      return replace(url, mergeSpans([...detectSecrets(url), ...segments]));
    },
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
    const url = masker.url(withoutSecrets(target.url));
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
        ? { kind: "http", url: masker.url(server.url) }
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

function mapTexts(recording: Recording, edit: (text: string) => string): Recording {
  return JSON.parse(JSON.stringify(recording), (key, value: unknown) =>
    typeof value === "string" && key !== "format" && key !== "kind" ? edit(value) : value,
  ) as Recording;
}
