import { expect, test } from "vitest";
import type { StdioTarget } from "../../../shared/config/target.ts";
import { createApprovals } from "./approvals.ts";

const target: StdioTarget = {
  kind: "stdio",
  command: "node",
  args: ["a b"],
  env: { KEY: "1", NAME: "a" },
};

test("an approved command is not asked about again, in any order of its variables", () => {
  const approvals = createApprovals();
  expect(approvals.has(target)).toBe(false);
  approvals.add(target);
  expect(approvals.has({ ...target, env: { NAME: "a", KEY: "1" } })).toBe(true);
});

test.each<Partial<StdioTarget>>([
  { command: "nodejs" },
  { args: ["a", "b"] },
  { args: ["a b", ""] },
  { cwd: "/tmp" },
  { env: { KEY: "1", NAME: "a", PATH: "/evil" } },
  { env: { KEY: "2", NAME: "a" } },
  { env: { KEY: "a", NAME: "1" } },
  { env: {} },
])("%j is another thing to agree to", (change) => {
  const approvals = createApprovals();
  approvals.add(target);
  expect(approvals.has({ ...target, ...change })).toBe(false);
});
