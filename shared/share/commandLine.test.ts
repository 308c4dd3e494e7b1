import { expect, test } from "vitest";
import { formatCommandLine, parseCommandLine } from "./commandLine.ts";

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

test("words of the form NAME=value before the command are its environment", () => {
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
])("%s is no command line", (line, reason) => {
  expect(parseCommandLine(line)).toEqual({ kind: "invalid", reason });
});

test.each([
  [["npx", "-y", "@scope/server@1.2.3", "--port=80"]],
  [["node", "a b", "", "it's", '"', "\\", "\n", "$HOME", "*", "ü", "'''"]],
])("%j is written so that it is read the same", ([command, ...args]) => {
  const parsed = parseCommandLine(formatCommandLine(command ?? "", args));
  expect(parsed).toEqual({ kind: "command", env: {}, command, args });
});
