import { expect, test } from "vitest";
import { releaseProblems } from "./releaseReady.ts";

const manifest = {
  version: "1.2.3",
  repository: "github:someone/play",
  homepage: "https://someone.example/play/",
  bugs: "https://github.com/someone/play/issues",
};

const ready = {
  manifest,
  changelog: "## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n",
  tag: "v1.2.3",
  runsIn: "https://github.com/Someone/play",
};

test("nothing is missing for a release that is prepared", () => {
  expect(releaseProblems(ready)).toEqual([]);
  expect(releaseProblems({ ...ready, runsIn: undefined })).toEqual([]);
});

test("a project whose owner has set no address cannot be released", () => {
  const problems = releaseProblems({ ...ready, manifest: { version: "1.2.3" } });
  expect(problems).toEqual([
    expect.stringContaining("`repository`"),
    expect.stringContaining("`homepage`"),
    expect.stringContaining("`bugs`"),
  ]);
});

const homepageOf = (homepage: string) => ({ manifest: { ...manifest, homepage } });

const unready: readonly (readonly [string, Partial<typeof ready>, string])[] = [
  ["a tag of another version", { tag: "v1.2.4" }, "The tag is v1.2.4"],
  ["no section in the changelog", { changelog: "## [Unreleased]" }, "no section for 1.2.3"],
  ["another repository", { runsIn: "https://github.com/fork/play" }, "this is https://github"],
  ["an address within a page", homepageOf("https://github.com/x/y#readme"), "`homepage` is"],
  ["an address without TLS", homepageOf("http://someone.example/"), "`homepage` is"],
  ["an address without its slash", homepageOf("https://someone.example/play"), "`homepage` is"],
];

test.each(unready)("%s", (_, change, problem) => {
  expect(releaseProblems({ ...ready, ...change })).toEqual([expect.stringContaining(problem)]);
});
