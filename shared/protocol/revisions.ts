/** The revisions of the protocol: what each one has and lacks. */

/** A published revision of the Model Context Protocol. */
export type Revision = "2026-07-28" | "2025-11-25" | "2025-06-18" | "2025-03-26" | "2024-11-05";

/** `legacy`: a handshake and a session. `modern`: stateless, metadata on every request. */
export type EraKind = "legacy" | "modern";

export interface RevisionTraits {
  readonly era: EraKind;
  /** Whether a frame may carry an array of messages. */
  readonly batches: boolean;
  /** Whether every HTTP request after the handshake names the revision in a header. */
  readonly versionHeader: boolean;
  /** Its transport over HTTP. */
  readonly http: "http-sse" | "streamable-http";
}

const sinceJune = {
  era: "legacy",
  batches: false,
  versionHeader: true,
  http: "streamable-http",
} as const;

const traits: Readonly<Record<Revision, RevisionTraits>> = {
  "2026-07-28": { era: "modern", batches: false, versionHeader: true, http: "streamable-http" },
  "2025-11-25": sinceJune,
  "2025-06-18": sinceJune,
  "2025-03-26": { era: "legacy", batches: true, versionHeader: false, http: "streamable-http" },
  "2024-11-05": { era: "legacy", batches: true, versionHeader: false, http: "http-sse" },
};

/**
 * Every revision this client speaks, newest first.
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export const revisions = Object.keys(traits) as readonly Revision[];

/** The revision that messages of an unknown, earlier one are checked against. */
export const oldestRevision: Revision = "2024-11-05";

/** The newest revision of each era: offered if the user chose none. */
export const latest: Readonly<Record<EraKind, Revision>> = {
  modern: "2026-07-28",
  legacy: "2025-11-25",
};

/** Whether a name is a revision that this client knows. */
export function isRevision(name: unknown): name is Revision {
  return typeof name === "string" && Object.hasOwn(traits, name);
}

/** The revision itself if known, otherwise the latest known one before it: revision names are dates. */
export function knownRevision(revision: string): Revision {
  return revisions.find((known) => known <= revision) ?? oldestRevision;
}

/**
 * Returns the properties of a revision by its name. An unknown revision is treated like the known
 * ones of the same age, so that it stays usable.
 */
export function traitsOf(revision: string): RevisionTraits {
  if (isRevision(revision)) return traits[revision];
  return revision > latest.legacy ? traits[latest.modern] : sinceJune;
}

/** The errors that reveal the era: header mismatch, missing capability, unsupported version. */
export const modernErrors = {
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
};
