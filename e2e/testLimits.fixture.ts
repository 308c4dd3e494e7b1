/** Gives `vi.waitFor` the limit that the configuration gives `expect.poll`: Vitest has no option for it. */
import { vi } from "vitest";

/** Milliseconds; they end a test that hangs, and must not fail a slow machine. */
const limits = { timeout: 30_000 };

// modules of the same worker run this again
const patched = vi as typeof vi & { hasLimits?: boolean };
if (!patched.hasLimits) {
  const { waitFor } = vi;
  patched.hasLimits = true;
  patched.waitFor = (check, options) =>
    waitFor(check, typeof options === "number" ? options : { ...limits, ...options });
}
