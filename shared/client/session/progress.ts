/** Progress as servers report it. */
import { memberOf } from "../../core/getOwn.ts";

export interface Progress {
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/**
 * Reads the params of a progress notification; what is odd is left out.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export function progressOf(params: unknown): Progress {
  const progress = memberOf(params, "progress");
  const total = memberOf(params, "total");
  const message = memberOf(params, "message");
  return {
    progress: typeof progress === "number" ? progress : 0,
    total: typeof total === "number" ? total : undefined,
    message: typeof message === "string" ? message : undefined,
  };
}
