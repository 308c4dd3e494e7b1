/** The ids by which page and relay speak of one process, or of anything else that has frames of its own. */

/** 32 lower-case hexadecimal digits: 128 random bits, made by the page. */
export type ProcessId = string;

/** Bytes of an id inside a binary frame. */
export const processIdBytes = 16;

/** Whether a value from the other side can be an id. */
export function isProcessId(value: unknown): value is ProcessId {
  return typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
}

/**
 * Makes an id.
 * @param fillRandom fills an array with random bytes, as `crypto.getRandomValues` does
 */
export function createProcessId(fillRandom: (bytes: Uint8Array<ArrayBuffer>) => void): ProcessId {
  const bytes = new Uint8Array(processIdBytes);
  fillRandom(bytes);
  return readProcessId(bytes);
}

/** The id that 16 bytes stand for. */
export function readProcessId(bytes: Uint8Array): ProcessId {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Writes an id's 16 bytes to the start of `target`. */
export function writeProcessId(id: ProcessId, target: Uint8Array): void {
  for (let i = 0; i < processIdBytes; i++) {
    target[i] = Number.parseInt(id.slice(2 * i, 2 * i + 2), 16);
  }
}
