/** Reads progress notifications. */
import { getOwn } from "../../core/json/getOwn.ts";

export interface Progress {
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/**
 * Reads the params of a progress notification; invalid members are left out.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export function progressOf(params: unknown): Progress {
  const progress = getOwn(params, "progress");
  const total = getOwn(params, "total");
  const message = getOwn(params, "message");
  return {
    progress: typeof progress === "number" ? progress : 0,
    total: typeof total === "number" ? total : undefined,
    message: typeof message === "string" ? message : undefined,
  };
}
