import { expect, test } from "vitest";
import type { StdioTarget } from "../../shared/share/target.ts";
import { createApprovals } from "./approvals.ts";

const target: StdioTarget = { kind: "stdio", command: "node", args: ["a b"], env: { KEY: "1" } };

test("what was agreed to is not asked again, whatever the values of its variables", () => {
  const approvals = createApprovals();
  expect(approvals.has(target)).toBe(false);
  approvals.add(target);
  expect(approvals.has({ ...target, env: { KEY: "2" } })).toBe(true);
});

test.each<Partial<StdioTarget>>([
  { command: "nodejs" },
  { args: ["a", "b"] },
  { args: ["a b", ""] },
  { cwd: "/tmp" },
  { env: { KEY: "1", PATH: "/evil" } },
  { env: {} },
])("%j is another thing to agree to", (change) => {
  const approvals = createApprovals();
  approvals.add(target);
  expect(approvals.has({ ...target, ...change })).toBe(false);
});
