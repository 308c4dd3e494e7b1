/** The ways in which the process of a server is to end without a signal. */

/** Its standard input is closed, or all its pipes are, as the system does for a client that dies. */
export const processEndings = ["input-closed", "client-died"] as const;

export type ProcessEnding = (typeof processEndings)[number];
