/** Questions that the user must answer before a server is contacted or a command started. */
import { createStore } from "zustand/vanilla";
import type { ConfiguredServer } from "../../../../shared/config/configured.ts";
import type { PasteForm } from "../../../../shared/config/paste/paste.ts";
import type { HttpTarget, StdioTarget } from "../../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { ConfigCheck } from "../configured/configuredApprovals.ts";
import type { ShownValue } from "../valueOrigins.ts";

/** The server that is opened after a question. */
export interface Opening {
  /** An open server, or the one in the address bar. */
  readonly serverId: string;
  /** Whether its connection is replaced and its results are kept. */
  readonly isRestart: boolean;
}

/** Where a command in a question came from. */
export type CommandSource =
  | { readonly kind: "person" }
  | { readonly kind: "link" }
  /** A text that was pasted and not edited since. */
  | { readonly kind: "pasted" }
  | ConfiguredSource;

/** A configured server whose definition has to be approved. */
export interface ConfiguredSource {
  readonly kind: "configured";
  readonly server: ConfiguredServer;
  /** The reason for the question. */
  readonly check: Exclude<ConfigCheck, { kind: "approved" }>;
}

export type ConnectionQuestion =
  | {
      readonly kind: "start";
      readonly target: StdioTarget;
      readonly variables: readonly ShownValue[];
      readonly source: CommandSource;
      /** Starts it after the user agreed. */
      readonly proceed: () => void;
    }
  /** For a URL of a link, of a pasted text or of a configured server. */
  | {
      readonly kind: "connect";
      readonly target: HttpTarget;
      readonly headers: readonly ShownValue[];
      readonly source: Exclude<CommandSource, { kind: "person" }>;
      /** Connects after the user agreed. */
      readonly proceed: () => void;
    }
  /**
   * The inputs that a configured server needs, or, with `address`, the values of its placeholders.
   * `isFromLink`: the address came from a link, so nothing is prefilled.
   */
  | {
      readonly kind: "inputs";
      readonly server: ConfiguredServer;
      readonly address?: string;
      readonly isFromLink?: boolean;
      readonly opening: Opening;
    }
  /** The same for a server of a pasted text, which is not in the address bar yet. */
  | {
      readonly kind: "pasted-inputs";
      readonly server: ConfiguredServer;
      readonly form: PasteForm;
    }
  /** Which of several servers of a pasted text is meant. */
  | {
      readonly kind: "choose";
      readonly servers: readonly ConfiguredServer[];
      readonly form: PasteForm;
    };

/** Holds at most one question. */
export interface Questions extends ReadableStore<ConnectionQuestion | undefined> {
  /** Asks a question; replaces one that is still open. */
  ask(question: ConnectionQuestion): void;
  /** Closes the question and returns it; undefined if there is none. */
  take(): ConnectionQuestion | undefined;
}

export function createQuestions(): Questions {
  const store = createStore<ConnectionQuestion | undefined>(() => undefined);
  return {
    ...toReadable(store),
    ask: (question) => store.setState(question, true),
    take() {
      const question = store.getState();
      store.setState(undefined, true);
      return question;
    },
  };
}
