import { expect, test } from "vitest";
import type { ConnectionEntry } from "../../../../shared/log/entry.ts";
import { connectionSummary, processSummary } from "./summaries.ts";

test.each([
  ["restored", "0", "Restored from before the reload"],
  [
    "restored",
    "2",
    "Restored from before the reload. 2 calls were in progress; their results are unknown",
  ],
  [
    "not-stored",
    "2400000",
    "A message of 2.4 MB was lost in the reload: only those up to 2 MB are kept",
  ],
] as const)("the connection phase %s with label %s is summarized as %j", (phase, label, words) => {
  expect(connectionSummary({ phase, label } as ConnectionEntry).summary).toBe(words);
});

test("an address that the tap has rewritten is its own act, with both addresses", () => {
  const event = {
    kind: "rewritten",
    path: "/.well-known/oauth-protected-resource/mcp",
    member: "resource",
    from: "http://localhost:3000/mcp",
    to: "https://relay.example/t/…/mcp",
  } as const;
  expect(processSummary(event).summary).toBe(
    "Rewritten by the tap: resource http://localhost:3000/mcp is now https://relay.example/t/…/mcp, in /.well-known/oauth-protected-resource/mcp",
  );
});
