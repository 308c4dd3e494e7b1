/** The revisions of the protocol: what each one has and lacks. */

/** A published revision of the Model Context Protocol. */
export type Revision = "2025-11-25" | "2025-06-18" | "2025-03-26" | "2024-11-05";

export interface RevisionTraits {
  readonly revision: Revision;
  /** Whether a POST may carry an array of messages. */
  readonly batches: boolean;
  /** Whether every HTTP request after the handshake names the revision in a header. */
  readonly versionHeader: boolean;
  /** Whether the revision defines the Streamable HTTP transport. */
  readonly streamableHttp: boolean;
}

/**
 * Every revision this client speaks, newest first.
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export const revisions: readonly RevisionTraits[] = [
  { revision: "2025-11-25", batches: false, versionHeader: true, streamableHttp: true },
  { revision: "2025-06-18", batches: false, versionHeader: true, streamableHttp: true },
  { revision: "2025-03-26", batches: true, versionHeader: false, streamableHttp: true },
  { revision: "2024-11-05", batches: true, versionHeader: false, streamableHttp: false },
];

/** The revision that is offered when nobody chose one. */
export const latestRevision: Revision = "2025-11-25";

/**
 * What is known of a revision by its name.
 * A name we do not know is taken for something newer than all we know, so that it stays usable.
 */
export function traitsOf(revision: string): Omit<RevisionTraits, "revision"> {
  return (
    revisions.find((known) => known.revision === revision) ?? {
      batches: false,
      versionHeader: true,
      streamableHttp: true,
    }
  );
}
