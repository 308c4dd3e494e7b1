/** Masks the secrets that a command uses in what it prints and writes. */
import type { Target } from "../../shared/config/target.ts";
import { detectSecrets } from "../../shared/log/secrets/detectSecrets.ts";
import type { Header } from "../../shared/protocol/headers.ts";
import { maskTarget } from "../../shared/recording/maskTarget.ts";
import { createKnownSecrets } from "../../shared/recording/redaction/knownSecrets.ts";

interface UsedSecrets {
  /** Of one server or several: secret words and variables, and the userinfo and query of its URL. */
  readonly target: Target | readonly Target[];
  /** The user's own headers, which may carry credentials. */
  readonly headers: readonly Header[];
  readonly values?: readonly string[];
}

/** Masks the secrets of a command in a text; those under 6 characters may be any text. */
export interface SecretMask {
  (text: string): string;
  /** Adds a secret that the command got after its start, such as the token of a sign-in. */
  readonly addSecret: (value: string) => void;
  /** These, and the values it was created with. */
  readonly added: () => readonly string[];
  /** All values that it masks. */
  readonly known: () => readonly string[];
}

/** Creates the mask of a command. */
export function createMask({ target, headers, values = [] }: UsedSecrets): SecretMask {
  const added = new Set(values);
  const secrets = createKnownSecrets();
  const known = new Set<string>();
  const add = (value: string) => {
    known.add(value);
    secrets.addSecret(value);
  };
  for (const value of [...values, ...[target].flat().flatMap(secretsOf)]) add(value);
  for (const [, value] of headers) {
    add(value);
    const credentials = /^[A-Za-z][\w-]{1,20}\s+(\S.*)$/s.exec(value)?.[1];
    if (credentials !== undefined) add(credentials);
  }
  const mask = (text: string) => secrets.mask(text);
  return Object.assign(mask, {
    addSecret(value: string) {
      added.add(value);
      add(value);
    },
    added: () => [...added],
    known: () => [...known],
  });
}

function secretsOf(target: Target): readonly string[] {
  const masked = maskTarget(target).maskedSecrets.map(({ value }) => value);
  if (target.kind === "stdio") {
    const variables = Object.entries(target.env ?? {});
    const secret = variables.filter(
      ([name, value]) => detectSecrets(`${name}=${value}`).length > 0,
    );
    return [...masked, ...secret.map(([, value]) => value)];
  }
  const { search, searchParams } = new URL(target.url);
  const { userinfo = "" } = target;
  // as written in the URL, decoded, and by their parts
  return [
    ...masked,
    userinfo,
    userinfo.slice(userinfo.indexOf(":") + 1),
    ...search
      .slice(1)
      .split("&")
      .map((pair) => pair.slice(pair.indexOf("=") + 1)),
    ...searchParams.values(),
  ];
}
