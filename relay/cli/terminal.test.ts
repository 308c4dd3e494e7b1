import { Writable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import {
  createTerminal,
  escapeForTerminal,
  escapeLinesForTerminal,
  maskedTerminal,
} from "./terminal.ts";

afterEach(() => void vi.unstubAllEnvs());

function open(isTTY: boolean) {
  let shown = "";
  const stream = () => {
    const writable = new Writable({
      write(chunk, _encoding, done) {
        shown += String(chunk);
        done();
      },
    });
    return Object.assign(writable, { isTTY });
  };
  const terminal = createTerminal({ stdout: stream(), stderr: stream() });
  return { terminal, shown: () => shown };
}

test("a status line is replaced by what follows, and is shown on a terminal only", () => {
  const [tty, pipe] = [open(true), open(false)];
  for (const { terminal } of [tty, pipe]) {
    terminal.showStatus("running one");
    terminal.showStatus("running two");
    terminal.print("passed two");
    terminal.showStatus("running three");
    expect(terminal.fail("It broke\u001b[2J", 3)).toBe(3);
  }
  expect(tty.shown()).toBe(
    "running one\r\u001b[Krunning two\r\u001b[Kpassed two\nrunning three\r\u001b[Kmcp-playground: It broke\\u001b[2J\n",
  );
  expect(pipe.shown()).toBe("passed two\nmcp-playground: It broke\\u001b[2J\n");
});

test("secrets are masked in everything that is printed", () => {
  const { terminal, shown } = open(true);
  const masked = maskedTerminal(terminal, (text) => text.replaceAll("secret", "•"));
  masked.print("a secret");
  masked.write("b secret");
  masked.showStatus("c secret");
  masked.note("f secret");
  masked.printError("d secret");
  masked.fail("e secret", 1);
  expect(shown().match(/[a-f] •/g)).toHaveLength(6);
  expect(shown()).not.toContain("secret");
});

test("text of others is no workflow command, where those are run", () => {
  const text = 'one\n  ::add-mask::a\n{"a":"##[endgroup]"}\nnode::test';
  vi.stubEnv("GITHUB_ACTIONS", "");
  expect(escapeLinesForTerminal(text)).toBe(text);
  vi.stubEnv("GITHUB_ACTIONS", "true");
  const escaped = escapeLinesForTerminal(text);
  expect(escaped).toBe('one\n  \\u003a:add-mask::a\n{"a":"\\u0023#[endgroup]"}\nnode::test');
  expect(JSON.parse(escaped.split("\n")[2] ?? "")).toEqual({ a: "##[endgroup]" });
  expect(escapeForTerminal("::error::x")).toBe("\\u003a:error::x");
  expect(escapeLinesForTerminal("::error::ours", true)).toBe("::error::ours");
});
