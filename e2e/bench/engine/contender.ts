/** Defines what a compared client implements: a tool call over Streamable HTTP. */

export interface Contender {
  /**
   * Calls a tool of the bench's server, with its connection open already.
   * @returns how many notifications were received and parsed before the parsed result
   */
  call(tool: string): Promise<number>;
  close(): Promise<void>;
}

/** Makes one that has said all that has to be said before a tool can be called. */
export type OpenContender = (url: string) => Promise<Contender>;
