/** A server as a configuration file describes it: what is still to be asked for has a place in it. */

/**
 * A piece of a text: as it is; the answer to an input; or something of the environment, which is
 * taken for a secret and `shown` as it was written.
 */
export type Part =
  | string
  | { readonly input: string }
  | { readonly secret: string; readonly shown: string };

/** A text with places for answers. */
export type Template = readonly Part[];

/** What a person is asked for before a server is connected to. */
export interface ConfigInput {
  readonly id: string;
  readonly label: string;
  readonly isSecret: boolean;
  /** The only answers there are; any text where there are none. */
  readonly options: readonly string[];
  readonly initial: string;
  /** What an empty answer does: it is refused, it is used, or what it belongs to is left out. */
  readonly whenEmpty: "refuse" | "use" | "omit";
}

export interface ConfiguredStdio {
  readonly kind: "stdio";
  readonly command: Template;
  /** Words that belong together, such as a flag and its value: left out together. */
  readonly args: readonly (readonly Template[])[];
  readonly cwd?: Template;
  readonly env: readonly (readonly [name: string, value: Template])[];
}

export interface ConfiguredHttp {
  readonly kind: "http";
  readonly url: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
}

export interface ConfiguredServer {
  /** Unlike the name of any other. */
  readonly name: string;
  /** Which file it is from, as the person named it; "command line" for what was named there. */
  readonly source: string;
  readonly target: ConfiguredStdio | ConfiguredHttp;
  readonly inputs: readonly ConfigInput[];
  /** Whether its file said something else, or nothing, of it when the relay was started. */
  readonly changedSinceStart?: boolean;
}

/** Why a file, or a server in it, cannot be used. */
export interface ConfigProblem {
  readonly source: string;
  readonly words: string;
  /** Both counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface Configuration {
  readonly servers: readonly ConfiguredServer[];
  readonly problems: readonly ConfigProblem[];
}

/** What the words of a file are read with. */
export interface ConfigContext {
  readonly source: string;
  /** The environment of whoever reads the file. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What `${userHome}` and the like stand for. */
  readonly variables: Readonly<Record<string, string>>;
  /** Makes a path absolute, from the folder that the file speaks of. */
  readonly resolve: (path: string) => string;
  /** The text of a file; undefined where it cannot be read. */
  readonly readText: (path: string) => string | undefined;
}

/** What was named on the command line, as if a file had said so. */
export const commandLineSource = "command line";
