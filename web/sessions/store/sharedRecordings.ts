/**
 * Remembers the recordings stored at the relay, with the tokens that delete them, encrypted in this
 * browser.
 */
import type { EncryptedStore } from "../../platform/storage/encryptedStore.ts";
import type { StoredRecording } from "./sealedRelay.ts";

export interface SharedRecording extends StoredRecording {
  /** The server that was shared, as text. */
  readonly server: string;
}

interface SharedRecordings {
  /** Those that have not expired, newest first. */
  list(now: Date): Promise<readonly SharedRecording[]>;
  add(shared: SharedRecording): Promise<void>;
  remove(id: string): Promise<void>;
}

const name = "shared recordings";
/** Older ones are forgotten: they expire by themselves. */
const maxRecordings = 100;

/** @param openStore undefined if this browser cannot encrypt: then nothing is stored */
export function createSharedRecordings(
  openStore: () => Promise<Pick<EncryptedStore, "read" | "write"> | undefined>,
): SharedRecordings {
  const read = async () => {
    const kept = await (await openStore())?.read(name).catch(() => undefined);
    return Array.isArray(kept) ? (kept as SharedRecording[]) : [];
  };
  const write = async (all: readonly SharedRecording[]) => {
    await (await openStore())?.write(name, all.slice(0, maxRecordings));
  };
  return {
    list: async (now) =>
      (await read()).filter(({ expires }) => Date.parse(expires) > now.getTime()),
    add: async (shared) => write([shared, ...(await read())]),
    remove: async (id) => write((await read()).filter((one) => one.id !== id)),
  };
}
