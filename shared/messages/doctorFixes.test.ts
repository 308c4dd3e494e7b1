import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { KnownCause } from "../doctor/cause.ts";
import { allFrameworkWords, doctorFixes, frameworkWords } from "./doctorFixes.ts";

/** Ends strings, begins variables and comments, and has characters that end lines. */
const hostile = `https://a"'\`\\\n\r\u2028\u0085\ud800;$x\${y}{env.KEY}{$KEY}{{*/#//`;

const configurations = new Set(["nginx", "Caddy"]);

const causesWith = (value: string): readonly KnownCause[] => [
  { code: "cors-headers", evidence: { origin: value, names: value } },
  { code: "origin-refused", evidence: { origin: value, host: "a", status: 403 } },
  { code: "host-refused", evidence: { origin: "a", host: value, status: 403 } },
];

test.each(causesWith(hostile).map((cause, at) => [cause.code, cause, at] as const))(
  "values of %s stay in their strings",
  (_, cause, at) => {
    const plain = doctorFixes(causesWith("x")[at] ?? cause);
    const fixes = doctorFixes(cause);
    expect(fixes.length).toBe(plain.length);
    for (const [index, { name, code: text }] of fixes.entries()) {
      const isConfiguration = configurations.has(name);
      const strings = /"(?:[^"\\]|\\.)*"/g;
      // outside of strings, nothing is different
      const around = (each: string) => each.replace(strings, '""');
      expect(around(text)).toBe(around(plain[index]?.code ?? ""));
      const found = text.match(strings) ?? [];
      for (const one of found) expect(one).toMatch(/^[ -~]*$/);
      if (isConfiguration) for (const one of found) expect(one).not.toMatch(/[$\\{}]/);
      else expect(found.map((one) => JSON.parse(one))).toContain(hostile);
    }
  },
);

test("a usual origin is as it was", () => {
  const [express, ...others] = doctorFixes({
    code: "expose-session",
    evidence: { origin: "https://[::1]:8443", header: "Mcp-Session-Id" },
  });
  expect(express?.code).toContain('origin: "https://[::1]:8443"');
  for (const { code } of others) expect(code).toContain('"https://[::1]:8443"');
});

test("the documentation lists the word of every framework", () => {
  const docs = readFileSync(new URL("../../docs/doctor.md", import.meta.url), "utf8");
  const row = docs.split("\n").find((line) => line.includes("`--fix <framework>`")) ?? "";
  const words = [...row.matchAll(/`([a-z.]+)`/g)].map(([, word]) => word);
  expect(words).toEqual(allFrameworkWords());
  expect(frameworkWords({ name: "FastAPI, Starlette", code: "" })).toEqual([
    "fastapi",
    "starlette",
  ]);
});
