import { expect, test } from "vitest";
import { type Arguments, help, readArguments } from "./arguments.ts";

const start = { kind: "start", server: undefined, port: undefined, open: true } as const;

test.each<[string[], Arguments]>([
  [[], start],
  [["--no-open"], { ...start, open: false }],
  [["--port", "0"], { ...start, port: 0 }],
  [
    ["--port=7000", "http://a/mcp"],
    { ...start, port: 7000, server: { kind: "http", url: "http://a/mcp" } },
  ],
  [
    ["--", "npx", "-y", "--help"],
    { ...start, server: { kind: "stdio", command: "npx", args: ["-y", "--help"] } },
  ],
  [
    ["--no-open", "--", "a", "--", "b"],
    { ...start, open: false, server: { kind: "stdio", command: "a", args: ["--", "b"] } },
  ],
  [["--help"], { kind: "help" }],
  [["-h", "--port", "1"], { kind: "help" }],
  [["-v"], { kind: "version" }],
])("%j", (argv, expected) => {
  expect(readArguments(argv)).toEqual(expected);
});

test.each<[string[], string]>([
  [["--hepl"], "There is no flag --hepl. Did you mean --help?"],
  [["--noopen"], "There is no flag --noopen. Did you mean --no-open?"],
  [["--prot", "1"], "Did you mean --port?"],
  [["-x"], "There is no flag -x."],
  [["--frobnicate"], "There is no flag --frobnicate. See mcp-playground --help."],
  [["--port"], "--port needs a number"],
  [["--port", "65536"], "--port needs a number"],
  [["--port", "1e3"], "--port needs a number"],
  [["--port", "--no-open"], "--port needs a number"],
  [["--no-open=yes"], "--no-open takes no value"],
  [["npx"], '"npx" is not an http(s) URL. A command goes after --: mcp-playground -- npx'],
  [["ftp://a"], "is not an http(s) URL"],
  [["http://"], "is not an http(s) URL"],
  [["http://a", "http://b"], "one too many"],
  [["http://a", "--", "b"], "not both"],
  [["--"], "After -- comes the command"],
])("%j is wrong", (argv, reason) => {
  const read = readArguments(argv);
  expect(read.kind === "wrong" && read.reason).toContain(reason);
});

test("the help names every flag", () => {
  for (const flag of ["--port", "--no-open", "--help", "--version"]) expect(help).toContain(flag);
});
