import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  hello,
  openProxy,
  openSocket,
  proxyAddress,
  publicUrl,
  send,
} from "../relay/people/signInProxy.fixture.ts";
import { newId, temporaryFolder, until } from "../relay/relay.fixture.ts";
import { launchRelayProcess } from "./severalRelays.fixture.ts";

test("a relay behind a proxy that signs people in logs and records who did what", async () => {
  const audit = join(temporaryFolder(), "audit.jsonl");
  const relay = await launchRelayProcess([
    `--public-url=${publicUrl}`,
    "--stdio",
    `--stdio-allow='${process.execPath}' --version`,
    `--trust-proxy=${proxyAddress}`,
    "--auth-header=X-Forwarded-Email",
    "--role-header=X-Forwarded-Groups",
    "--acting-role=ops",
    "--acting-role=dev",
    `--audit=${audit}`,
    "--log-format=json",
  ]);
  const person = "ada@example.com";
  const fields = ["X-Forwarded-Email", person, "X-Forwarded-Groups", "staff,dev"];
  const proxy = await openProxy(relay.port, () => fields);
  const body = JSON.stringify({ token: relay.token });
  const { session } = JSON.parse(
    (await send(proxy, "/api/session", { method: "POST", body })).body,
  );
  const { socket } = await openSocket(proxy, {});
  const heard: { kind: string; reason?: string }[] = [];
  socket.on("message", (data, isBinary) => {
    if (!isBinary) heard.push(JSON.parse(`${data}`));
  });
  socket.send(JSON.stringify(hello(session)));
  await until(() => heard.some(({ kind }) => kind === "welcome"));
  const start = (...args: string[]) =>
    socket.send(
      JSON.stringify({ kind: "start", id: newId(), until: 1, command: process.execPath, args }),
    );
  start("--help");
  await until(() => heard.some(({ kind }) => kind === "not-started"));
  start("--version");
  await until(() => heard.some(({ kind }) => kind === "attached"));
  relay.process.kill("SIGINT");
  await once(relay.process, "exit");

  const lines = readFileSync(audit, "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      person,
      what: "started",
      command: process.execPath,
      args: ["--version"],
      variables: [],
    },
  ]);
  expect(statSync(audit).mode & 0o777).toBe(0o600);
  const logged = relay.said.err
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(logged).toContainEqual(
    expect.objectContaining({ event: "request", route: "session", status: 200, person }),
  );
});
