/** Loads the code that connects to a relay, which is not part of the first load. */

export const loadLinkCode = async () => (await import("./linkCode.ts")).linkCode;
