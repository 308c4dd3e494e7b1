/** Defines what a verdict says about a server that breaks a rule. */

/** What is wrong with a server. */
export interface ScenarioProblem {
  /** What the server did instead. It begins with the item, if there is one. */
  readonly sentence: string;
  /** The name of the tool that it is about, or of the prompt or resource. */
  readonly item?: string | undefined;
  /** What the specification asks for; without it, the title of the scenario. */
  readonly expected?: string;
  /** What was received. */
  readonly seen?: string;
  /** Without it, that of the scenario. */
  readonly fix?: string;
  /** The wrong place of the last message of the evidence, as an RFC 6901 JSON pointer. */
  readonly pointer?: string;
}
