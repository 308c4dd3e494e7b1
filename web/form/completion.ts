/** Completion of the top-level texts of a form while the user types. */
import { createContext } from "react";

export interface Suggestions {
  readonly values: readonly string[];
  /** Whether there are more that are not given. */
  readonly hasMore: boolean;
}

/**
 * @param name of the property
 * @param value what is written so far
 * @param signal aborted when the answer is no longer needed
 * @returns undefined if there is nothing to suggest
 */
export type Complete = (
  name: string,
  value: string,
  signal: AbortSignal,
) => Promise<Suggestions | undefined>;

export const CompleteContext = createContext<Complete | undefined>(undefined);
