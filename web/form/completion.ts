/** What completes the top-level texts of a form while one types. */
import { createContext } from "react";

export interface Suggestions {
  readonly values: readonly string[];
  /** Whether there are more that are not given. */
  readonly hasMore: boolean;
}

/**
 * @param name of the property
 * @param value what is written so far
 * @param signal aborted when another answer is wanted, or none
 * @returns undefined if there is nothing to suggest
 */
export type Complete = (
  name: string,
  value: string,
  signal: AbortSignal,
) => Promise<Suggestions | undefined>;

export const CompleteContext = createContext<Complete | undefined>(undefined);
