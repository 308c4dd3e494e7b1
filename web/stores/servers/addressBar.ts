/** State of the address bar: its text, and whether it came from a link. */
import { createStore } from "zustand/vanilla";
import type { InvalidTarget } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface AddressBarState {
  readonly address: string;
  /** Why the text is not a valid server address; set when connecting was tried. */
  readonly invalid: InvalidTarget | undefined;
  /** True while the address comes from a link: connecting asks first. */
  readonly isFromLink: boolean;
}

export interface AddressBar extends ReadableStore<AddressBarState> {
  /** Sets the text; does not change whether it came from a link. */
  write(address: string): void;
  /** Sets the text to a server that the user chose. */
  choose(address: string): void;
  /** Sets the text to a link's server. */
  writeFromLink(address: string): void;
  /** Restores the state from before a reload. */
  restore(state: Pick<AddressBarState, "address" | "isFromLink">): void;
  /** Reports why the text is not a valid server address. */
  reject(reason: InvalidTarget): void;
  /** Clears the reason given to `reject`. */
  accept(): void;
  /**
   * The user agreed to connect to the link's server: from now on it counts as entered by the user.
   */
  trust(): void;
}

export function createAddressBar(): AddressBar {
  const store = createStore<AddressBarState>(() => ({
    address: "",
    invalid: undefined,
    isFromLink: false,
  }));
  const { setState } = store;
  return {
    ...toReadable(store),
    write: (address) => setState({ address, invalid: undefined }),
    choose: (address) => setState({ address, invalid: undefined, isFromLink: false }),
    writeFromLink: (address) => setState({ address, invalid: undefined, isFromLink: true }),
    restore: ({ address, isFromLink }) => setState({ address, invalid: undefined, isFromLink }),
    reject: (invalid) => setState({ invalid }),
    accept: () => setState({ invalid: undefined }),
    trust: () => setState({ isFromLink: false }),
  };
}
