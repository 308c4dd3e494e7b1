import { expect, test } from "vitest";
import { launch, newId, openLink, openRelay, recordProcess, until } from "../relay.fixture.ts";
import { permitsCommand, readCommandRule } from "./commandRules.ts";

const rulesOf = (...lines: readonly string[]) =>
  lines.flatMap((line) => readCommandRule(line) ?? expect.fail(line));

test.each<[isPermitted: boolean, rule: string, words: string[], env: string[]]>([
  [true, "npx -y server", ["npx", "-y", "server"], []],
  [false, "npx -y server", ["npx", "-y", "server", "--more"], []],
  [false, "npx -y server", ["npx", "-y"], []],
  [false, "npx -y server", ["npx", "-y", "server2"], []],
  [false, "npx -y server", ["/tmp/npx", "-y", "server"], []],
  [false, "npx -y server", ["npx", "-y server"], []],
  [true, "npx -y server *", ["npx", "-y", "server"], []],
  [true, "npx -y server *", ["npx", "-y", "server", "--more", ""], []],
  [false, "npx -y server *", ["npx", "-y", "--more", "server"], []],
  [true, "'a b' \"c d\"", ["a b", "c d"], []],
  [true, "KEY= npx server", ["npx", "server"], ["KEY"]],
  [true, "KEY= npx server", ["npx", "server"], []],
  [false, "KEY= npx server", ["npx", "server"], ["KEY", "NODE_OPTIONS"]],
  [false, "npx server *", ["npx", "server"], ["LD_PRELOAD"]],
])("%s: %s", (isPermitted, rule, [command = "", ...args], names) => {
  const env = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(permitsCommand(rulesOf(rule), { command, args, env })).toBe(isPermitted);
});

test("a directory is never permitted", () => {
  const command = { command: "npx", args: [], cwd: "/tmp" };
  expect(permitsCommand(rulesOf("npx", "npx *"), command)).toBe(false);
});

test.each(["", "*", "KEY=", "KEY=value npx", "'open"])("%j is no rule", (line) => {
  expect(readCommandRule(line)).toBeUndefined();
});

test("a relay with rules starts no other command", async () => {
  const allowed = `'${process.execPath}' --version`;
  const permitted = await launch(
    { command: process.execPath, args: ["--version"] },
    { stdioAllow: [allowed] },
  );
  await until(() => permitted.heard.end);
  expect(permitted.heard.lines).toEqual([process.version]);

  const { link } = await openLink(await openRelay({ stdioAllow: [allowed] }));
  const { heard, listener } = recordProcess();
  link.start(newId(), { command: process.execPath, args: ["--help"] }, listener);
  await until(() => heard.end);
  expect(heard.pid).toBeUndefined();
  expect(JSON.stringify(heard.end)).toContain("only the commands that its operator lists");
});
