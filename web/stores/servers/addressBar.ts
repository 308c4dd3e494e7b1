/** The text of the address bar, and where it came from. */
import { createStore } from "zustand/vanilla";
import type { InvalidTarget } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface AddressBarState {
  readonly address: string;
  /** Why the text names no server; set when connecting was tried. */
  readonly invalid: InvalidTarget | undefined;
  /** True while the address is one that a link brought: connecting asks first. */
  readonly fromLink: boolean;
}

export interface AddressBar extends ReadableStore<AddressBarState> {
  /** Sets the text; whether it came from a link stays as it is. */
  write(address: string): void;
  /** Sets the text to a server that the user chose, whatever a link said. */
  choose(address: string): void;
  /** Sets the text to what a link says. */
  writeFromLink(address: string): void;
  /** Puts back what an earlier page showed. */
  restore(state: Pick<AddressBarState, "address" | "fromLink">): void;
  /** Says why the text names no server. */
  reject(reason: InvalidTarget): void;
  /** Clears what `reject` said. */
  accept(): void;
  /** The user agreed to connect to what a link named: it is theirs from now on. */
  trust(): void;
}

export function createAddressBar(): AddressBar {
  const store = createStore<AddressBarState>(() => ({
    address: "",
    invalid: undefined,
    fromLink: false,
  }));
  const { setState } = store;
  return {
    ...toReadable(store),
    write: (address) => setState({ address, invalid: undefined }),
    choose: (address) => setState({ address, invalid: undefined, fromLink: false }),
    writeFromLink: (address) => setState({ address, invalid: undefined, fromLink: true }),
    restore: ({ address, fromLink }) => setState({ address, invalid: undefined, fromLink }),
    reject: (invalid) => setState({ invalid }),
    accept: () => setState({ invalid: undefined }),
    trust: () => setState({ fromLink: false }),
  };
}
