/** State of the address bar: its text, and whether it came from a link. */
import { createStore } from "zustand/vanilla";
import type { PasteForm, PasteProblem } from "../../../shared/config/paste/paste.ts";
import type { InvalidTarget } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface AddressBarState {
  readonly address: string;
  /** Why the text is not a valid server address; set when connecting was tried. */
  readonly invalid: InvalidTarget | PasteProblem | undefined;
  /** What was read from a pasted text, until the address is changed. */
  readonly note: PasteNote | undefined;
  /** True while the address comes from a link: connecting asks first. */
  readonly isFromLink: boolean;
  /** True while the address was pasted and not edited: starting a command asks as for a link. */
  readonly isPasted: boolean;
}

/** What a pasted text was read as, and how many headers and variables it had. */
export interface PasteNote {
  readonly form: PasteForm;
  readonly headers: number;
  readonly variables: number;
}

export interface AddressBar extends ReadableStore<AddressBarState> {
  /**
   * Sets the text to what the user typed; does not change whether it came from a link.
   * @param isPasted whether the change was to paste or drop a part of it
   */
  write(address: string, isPasted?: boolean): void;
  /** Sets the text to a server that the user chose. */
  choose(address: string): void;
  /** Sets the text to what the user pasted, or to the server that was read from it. */
  paste(address: string): void;
  /** Sets the text to a link's server. */
  writeFromLink(address: string): void;
  /** Restores the state from before a reload. */
  restore(
    state: Pick<AddressBarState, "address" | "isFromLink"> &
      Partial<Pick<AddressBarState, "isPasted">>,
  ): void;
  /** Reports why the text is not a valid server address. */
  reject(reason: InvalidTarget | PasteProblem): void;
  /** Reports what was read from a pasted text. */
  note(note: PasteNote): void;
  /** Clears the reason given to `reject`. */
  accept(): void;
  /**
   * The user agreed to connect to the server of the link or the pasted text: from now on it counts
   * as entered by the user.
   */
  trust(): void;
}

/** A message about one address does not apply to another. */
const silent = { invalid: undefined, note: undefined };

export function createAddressBar(): AddressBar {
  const store = createStore<AddressBarState>(() => ({
    address: "",
    invalid: undefined,
    note: undefined,
    isFromLink: false,
    isPasted: false,
  }));
  const { setState } = store;
  return {
    ...toReadable(store),
    write(address, isPasted = false) {
      // the field reports its text again when it is set from outside
      if (address !== store.getState().address) setState({ address, ...silent, isPasted });
    },
    choose: (address) => setState({ address, ...silent, isFromLink: false, isPasted: false }),
    paste: (address) => setState({ address, ...silent, isFromLink: false, isPasted: true }),
    writeFromLink: (address) => setState({ address, ...silent, isFromLink: true, isPasted: false }),
    restore: ({ address, isFromLink, isPasted = false }) =>
      setState({ address, ...silent, isFromLink, isPasted }),
    reject: (invalid) => setState({ invalid, note: undefined }),
    note: (note) => setState({ note }),
    accept: () => setState({ invalid: undefined }),
    trust: () => setState({ isFromLink: false, isPasted: false }),
  };
}
