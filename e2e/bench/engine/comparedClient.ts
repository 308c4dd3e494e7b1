/** Defines what a compared client implements: a tool call over Streamable HTTP. */

export interface ComparedClient {
  /**
   * Calls a tool of the benchmark's server over an open connection.
   * @returns how many notifications were received and parsed before the parsed result
   */
  call(tool: string): Promise<number>;
  close(): Promise<void>;
}

/** Creates a client that is ready to call tools. */
export type OpenClient = (url: string) => Promise<ComparedClient>;
