/** Format of a collection of saved calls: named calls with arguments and assertions. */

export const collectionFormat = "mcp-playground-collection/1";

/** Values by name, each as JSON text, so that numbers keep their digits. */
export type Variables = Readonly<Record<string, string>>;

export interface Environment {
  readonly name: string;
  /** They override those of the collection. */
  readonly variables: Variables;
  /** Names of variables whose values are never part of the collection. */
  readonly secrets: readonly string[];
}

export type Assertion =
  /** `structuredContent` fits the tool's output schema. */
  | { readonly kind: "fits-output-schema" }
  /** The answer is an error, or a tool result with `isError`; without it, neither may be. */
  | { readonly kind: "fails" }
  | {
      readonly kind: "equals" | "contains";
      /** A JSON Pointer into the result; the whole result if empty. */
      readonly at: string;
      /** JSON text; may have variables. */
      readonly valueText: string;
    }
  | { readonly kind: "faster-than"; readonly ms: number }
  | {
      /** The answer is what it was, except for what differs from call to call. */
      readonly kind: "same";
      /** JSON text: `{"result":…}` or `{"error":…}`. */
      readonly valueText: string;
      /** Rules for what else is ignored: JSON Pointer patterns into `valueText`, or `~…~`. */
      readonly except: readonly string[];
    };

/** `request` is any other request, as a recording has it. */
export type CallKind = "tool" | "resource" | "template" | "prompt" | "request";

export interface SavedCall {
  readonly name: string;
  readonly kind: CallKind;
  /**
   * The name of the tool or prompt, the URI of the resource, the URI template, or the method of the
   * request; may have variables.
   */
  readonly item: string;
  /** JSON text of an object, for a request that of its params; may have variables. */
  readonly argumentsText?: string;
  readonly assertions: readonly Assertion[];
}

export interface Collection {
  readonly name: string;
  readonly variables: Variables;
  readonly environments: readonly Environment[];
  readonly calls: readonly SavedCall[];
}

/** Names of variables: what may be between `{{` and `}}`. */
export const variableName = /^[A-Za-z_][\w.-]{0,63}$/;

export const collectionLimits = {
  /** Characters of the file. */
  characters: 8 * 1024 * 1024,
  calls: 1000,
  environments: 100,
  variables: 1000,
  assertions: 100,
  /** Rules of one assertion. */
  rules: 1000,
};
