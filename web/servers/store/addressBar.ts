/** What the address bar says about its text: why it names no server, or what was read from it. */
import { createStore } from "zustand/vanilla";
import type { PasteForm, PasteProblem } from "../../../shared/config/paste/paste.ts";
import type { InvalidTarget } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { addressedServer, type ServersState } from "./server.ts";

interface AddressBarState {
  /** Why the text is not a valid server address; set when connecting was tried. */
  readonly invalid: InvalidTarget | PasteProblem | undefined;
  /** What was read from a pasted text. */
  readonly note: PasteNote | undefined;
}

/** What a pasted text was read as, and how many headers and variables it had. */
export interface PasteNote {
  readonly form: PasteForm;
  readonly headers: number;
  readonly variables: number;
}

export interface AddressBar extends ReadableStore<AddressBarState> {
  /** Reports why the text is not a valid server address. */
  reject(reason: InvalidTarget | PasteProblem): void;
  /** Reports what was read from a pasted text. */
  note(note: PasteNote): void;
  /** Clears the reason given to `reject`. */
  accept(): void;
}

/** @param servers holds the text; a message about one text does not apply to another */
export function createAddressBar(servers: ReadableStore<ServersState>): AddressBar {
  const store = createStore<AddressBarState>(() => ({ invalid: undefined, note: undefined }));
  const { setState } = store;
  servers.subscribe((now, before) => {
    if (addressedServer(now).address === addressedServer(before).address) return;
    setState({ invalid: undefined, note: undefined });
  });
  return {
    ...toReadable(store),
    reject: (invalid) => setState({ invalid, note: undefined }),
    note: (note) => setState({ note }),
    accept: () => setState({ invalid: undefined }),
  };
}
