/** Defines what pasted text can be read as. */
import type { ConfigProblem, ConfiguredServer } from "../configured.ts";

/** Why a text is refused; `web/messages` has the sentences. */
export type PasteProblem =
  | { readonly code: "too-long" }
  /** The code that reads pasted text could not be loaded. */
  | { readonly code: "not-loaded" }
  /** `operator` as written, such as `|` or `$(`. */
  | { readonly code: "shell-operator"; readonly operator: string }
  | { readonly code: "several-lines" }
  | { readonly code: "open-quote" }
  /** An option of a command line that is not known, so that what follows cannot be read. */
  | { readonly code: "unknown-option"; readonly program: string; readonly option: string }
  | { readonly code: "missing-value"; readonly program: string; readonly option: string }
  /** A command line of a known program that adds no server. */
  | { readonly code: "adds-no-server"; readonly program: string }
  /** Nothing, or no http(s) URL, where the URL should be. */
  | { readonly code: "no-url"; readonly program: string }
  /** The name of a server in a registry, which says nothing about how to reach it. */
  | { readonly code: "registry-name"; readonly name: string }
  | { readonly code: "not-toml"; readonly line: number }
  | { readonly code: "link-without-server" }
  /** The problems of a configuration without a usable server. */
  | { readonly code: "configuration"; readonly problems: readonly ConfigProblem[] };

/** What a text was read as. */
export type PasteForm = "command" | "curl" | "url" | "configuration" | "link" | "package";

export type Paste =
  /**
   * An address or a command line in the syntax of the address bar; quotes around it are removed.
   */
  | { readonly kind: "plain"; readonly text: string }
  | {
      readonly kind: "servers";
      readonly form: PasteForm;
      /** At least one; with several, the user chooses. */
      readonly servers: readonly ConfiguredServer[];
    }
  | { readonly kind: "refused"; readonly problem: PasteProblem };

export const pastedSource = "The pasted text";

/** The result for a text that names no server that can be used. */
export const refused = (problem: PasteProblem): Paste => ({ kind: "refused", problem });
