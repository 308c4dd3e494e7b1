/** Data model of servers from configuration files, with placeholders for values that the user enters. */

/**
 * A part of a text: literal text, the answer to an input, or a value of the relay's environment,
 * which is treated as secret and displayed as `shown`. Everything that the author of the file wrote,
 * defaults included, is literal text.
 */
export type Part =
  | string
  | { readonly input: string }
  | { readonly secret: string; readonly shown: string };

/** A text with placeholders. */
export type Template = readonly Part[];

/** A value that the user enters before connecting. */
export interface ConfigInput {
  readonly id: string;
  readonly label: string;
  /**
   * Whether it replaces a variable, named by the label, that the relay's environment does not have.
   */
  readonly isUnsetVariable?: boolean;
  readonly isSecret: boolean;
  /** The allowed answers; empty: any text. */
  readonly options: readonly string[];
  readonly initial: string;
  /** An empty answer is refused, used, or omits the argument, variable or header it belongs to. */
  readonly whenEmpty: "refuse" | "use" | "omit";
}

export interface ConfiguredStdio {
  readonly kind: "stdio";
  readonly command: Template;
  /** Groups of words, such as a flag and its value, which are omitted together. */
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
  /** Unique among all servers. */
  readonly name: string;
  /** The file as the user named it, or {@link commandLineSource}. */
  readonly source: string;
  readonly target: ConfiguredStdio | ConfiguredHttp;
  readonly inputs: readonly ConfigInput[];
  /** Whether the file has added or changed this server since the relay was started. */
  readonly changedSinceStart?: boolean;
  /** Whether it is from a file that the user did not name: its command must be confirmed first. */
  readonly isFound?: boolean;
}

/** What is wrong with a file or with a server in it; `shared/messages` has the sentences. */
export type ConfigProblemCode =
  /** Facts: reason, an error code of the system such as ENOENT; message, its text. */
  | "unreadable"
  | "too-deep"
  /** Facts: expected, the parser's code such as CommaExpected; absent if the text is empty. */
  | "not-json"
  | "no-servers"
  // a server of an editor's file; facts: name, and variable, header, path or line
  | "server-not-an-object"
  | "url-not-a-string"
  | "url-not-http"
  | "header-not-a-string"
  | "no-command-or-url"
  | "args-not-strings"
  | "variable-not-a-string"
  | "variable-name-refused"
  | "env-file-unreadable"
  | "env-file-invalid"
  // an entry of a server.json
  | "package-without-identifier"
  /** Facts: registry, identifier. */
  | "registry-not-supported"
  /** Facts: identifier. */
  | "package-uses-http"
  | "remote-without-url";

/** Names, paths and numbers of a problem. */
export type ConfigFacts = Readonly<Record<string, string | number>>;

/** A problem of a file or of a server in it. */
export interface ConfigProblem {
  readonly source: string;
  readonly code: ConfigProblemCode;
  readonly facts: ConfigFacts;
  /** Line and column start at 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface Configuration {
  readonly servers: readonly ConfiguredServer[];
  readonly problems: readonly ConfigProblem[];
}

/** The environment that a file is read in. */
export interface ConfigContext {
  readonly source: string;
  /** Environment variables of the process that reads the file. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of predefined variables such as `${userHome}`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Resolves a path against the folder that the file is about. */
  readonly resolve: (path: string) => string;
  /** Reads a text file; undefined if it cannot be read. */
  readonly readText: (path: string) => string | undefined;
}

export const commandLineSource = "command line";
