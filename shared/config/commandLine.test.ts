import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCommandLine, parseCommandLine } from "./commandLine.ts";

/** Every code point, lone surrogates included. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

test.each<readonly [string, readonly string[]]>([
  ["npx -y server stdio", ["npx", "-y", "server", "stdio"]],
  ["  node\tserver.js \n", ["node", "server.js"]],
  [`node "my server.js" 'it is'`, ["node", "my server.js", "it is"]],
  [`say "a \\"quoted\\" word" 'a \\" raw one'`, ["say", 'a "quoted" word', 'a \\" raw one']],
  [`node my\\ server.js`, ["node", "my server.js"]],
  [`node C:\\servers\\one.js`, ["node", "C:\\servers\\one.js"]],
  [`one'two'"three"`, ["onetwothree"]],
  [`node '' ""`, ["node", "", ""]],
  [
    "ls *.js | rm -rf $HOME > /dev/null; `id`",
    ["ls", "*.js", "|", "rm", "-rf", "$HOME", ">", "/dev/null;", "`id`"],
  ],
])("%s", (line, words) => {
  const parsed = parseCommandLine(line);
  expect(parsed.kind === "command" && [parsed.command, ...parsed.args]).toEqual(words);
});

test("NAME=value words before the command are its environment", () => {
  expect(parseCommandLine(`KEY="a b" _x=1 __proto__=2 EMPTY= node A=1`)).toEqual({
    kind: "command",
    env: Object.fromEntries([
      ["KEY", "a b"],
      ["_x", "1"],
      ["__proto__", "2"],
      ["EMPTY", ""],
    ]),
    command: "node",
    args: ["A=1"],
  });
});

test.each([
  [`node "open`, "open-quote"],
  [`node 'it`, "open-quote"],
  ["", "no-command"],
  ["  ", "no-command"],
  ["''", "no-command"],
  ["KEY=value", "no-command"],
])("%s is not a command line", (line, reason) => {
  expect(parseCommandLine(line)).toEqual({ kind: "invalid", reason });
});

test.each([
  [["npx", "-y", "@scope/server@1.2.3", "--port=80"]],
  [["node", "a b", "", "it's", '"', "\\", "\n", "$HOME", "*", "ü", "'''"]],
])("%j survives formatting and parsing", ([command, ...args]) => {
  const parsed = parseCommandLine(formatCommandLine(command ?? "", args));
  expect(parsed).toEqual({ kind: "command", env: {}, command, args });
});

test("a quoted word is a program or an argument, never an assignment", () => {
  const option = "NODE_OPTIONS=--import=data:text/javascript,0";
  for (const line of [`'${option}' node`, `"NODE_OPTIONS"=1 node`, `NODE_OPTIONS\\ =1 node`]) {
    expect(parseCommandLine(line)).toMatchObject({ kind: "command", env: {}, args: ["node"] });
  }
  expect(parseCommandLine(formatCommandLine(option, ["node", "a.js"]))).toEqual({
    kind: "command",
    env: {},
    command: option,
    args: ["node", "a.js"],
  });
});

test("the last of several assignments to one name counts", () => {
  expect(parseCommandLine("A=1 A=2 cmd")).toMatchObject({ env: { A: "2" }, command: "cmd" });
});

/** Words of special and of arbitrary characters. */
const word = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom("A", "_", "1", "=", "'", '"', "\\", " ", "\n", "\u00a0", "~"),
  }),
);

test("any list of words is the same after formatting and parsing", () => {
  fc.assert(
    fc.property(word.filter(Boolean), fc.array(word), (command, args) => {
      expect(parseCommandLine(formatCommandLine(command, args))).toEqual({
        kind: "command",
        env: {},
        command,
        args,
      });
    }),
  );
});

test("the parser never throws", () => {
  fc.assert(fc.property(word, (line) => void parseCommandLine(line)));
});
