/** A hosted client in a process of its own, behind a proxy whose certificate a test authority has signed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { makeAuthority } from "../relay/forward/authority.fixture.ts";
import { temporaryFolder, until } from "../relay/relay.fixture.ts";

/** Makes the files of a certificate for the proxy, and of the authority that signed it. */
export function makeProxyCertificate() {
  const authority = makeAuthority();
  onTestFinished(authority.remove);
  const { cert, key } = authority.issue("proxy");
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  return {
    ca: write("ca.pem", authority.ca),
    cert: write("proxy.pem", cert),
    key: write("proxy.key", key),
    /** Sends a request to the proxy, whose answer is not read. */
    async ask(
      url: string,
      { method = "POST", headers = {}, body = "" }: HostedRequest = {},
    ): Promise<IncomingMessage> {
      const sent = request(url, { method, headers, agent: false, ca: authority.ca });
      sent.end(body);
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      // the tests leave before the end of streams
      answer.on("error", () => {});
      return answer;
    },
  };
}

interface HostedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Starts `hostedClient.ts`.
 * @param ca the file of the authority that it trusts
 */
export function startHostedClient(address: string, ca: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "hostedClient.ts"), address], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const heard = { lines: [] as Record<string, unknown>[], errors: "" };
  createInterface({ input: child.stdout }).on("line", (line) => {
    heard.lines.push(JSON.parse(line));
  });
  child.stderr.on("data", (bytes) => {
    heard.errors += bytes;
  });
  return {
    /** Waits for a line that has a member, and returns its value. */
    next: async <T>(member: string): Promise<T> =>
      (await until(() => {
        if (child.exitCode) throw new Error(heard.errors);
        return heard.lines.find((line) => member in line)?.[member];
      })) as T,
    write: (line: string) => child.stdin.write(`${line}\n`),
  };
}
