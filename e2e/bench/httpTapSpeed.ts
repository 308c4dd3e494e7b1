/** Measures what a tap over HTTP adds to the time of many requests at once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { compared, type Figure, median } from "./figure.ts";

/** Requests that are measured together, how many of them at once, and how often. */
const [requests, parallel, rounds] = [2000, 100, 5];

/** Milliseconds of processor time that the server spends on a request, as a small server does. */
const workMs = 0.5;

const server = `require("node:http").createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on("end", () => {
    for (const until = performance.now() + ${workMs}; performance.now() < until; );
    response.setHeader("content-type", "application/json");
    response.end('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}]}}');
  });
}).listen(0, "127.0.0.1", function () { console.log("http://127.0.0.1:" + this.address().port); });`;

/** Forwards and records nothing: the least that a process of Node.js in between costs. */
const proxy = (url: string) => `const { Agent, createServer, request } = require("node:http");
const agent = new Agent({ keepAlive: true });
createServer({ keepAliveTimeout: 60_000 }, (received, response) => {
  const { method, rawHeaders } = received;
  const sent = request("${url}", { method, agent, headers: rawHeaders, setHost: false });
  sent.on("response", (answer) => {
    response.writeHead(answer.statusCode, answer.statusMessage, answer.rawHeaders);
    answer.pipe(response);
  });
  received.pipe(sent);
}).listen(0, "127.0.0.1", function () { console.log("http://127.0.0.1:" + this.address().port); });`;

/**
 * @param program the command line
 * @param env of the tap
 * @returns the tap beside no process in between, and beside one that only forwards
 */
export async function httpTapSpeed(program: string, env: NodeJS.ProcessEnv): Promise<Figure[]> {
  const bare = spawn(process.execPath, ["-e", server]);
  const url = await addressIn(bare.stdout);
  const forwarder = spawn(process.execPath, ["-e", proxy(url)]);
  const tap = spawn(process.execPath, [program, "tap", "--http", "0", url], { env });
  const urls = {
    bare: url,
    forwarded: await addressIn(forwarder.stdout),
    tapped: await addressIn(tap.stderr),
  };
  const kinds = ["bare", "forwarded", "tapped"] as const;
  const times: Record<keyof typeof urls, number[]> = { bare: [], forwarded: [], tapped: [] };
  try {
    for (let round = -1; round < rounds; round++) {
      for (const kind of kinds) {
        const time = await timeOf(urls[kind]);
        // the first ones include the compilation of the programs
        if (round >= 0) times[kind].push(time);
      }
    }
  } finally {
    for (const child of [tap, forwarder, bare]) {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    }
  }
  const name = `tap over HTTP: ${requests} requests, ${parallel} at once`;
  const tapped = median(times.tapped);
  return [
    compared(name, tapped, median(times.bare), "<= 1.25 with a processor to spare"),
    compared(
      `${name}, beside a proxy that only forwards`,
      tapped,
      median(times.forwarded),
      "<= 1.25",
    ),
  ];
}

/** The first address that a process prints. */
export async function addressIn(output: Readable, pattern = /http:\S+/): Promise<string> {
  for await (const line of createInterface(output)) {
    const [address] = pattern.exec(line) ?? [];
    if (address === undefined) continue;
    output.resume();
    return address;
  }
  throw new Error("The process printed no address");
}

/** Milliseconds until all requests are answered. */
async function timeOf(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "t" },
  });
  const headers = { "content-type": "application/json", "content-length": body.length };
  let left = requests;
  const started = performance.now();
  const worker = async () => {
    while (left-- > 0) {
      const sent = request(url, { method: "POST", agent, headers }).end(body);
      const [answer] = (await once(sent, "response")) as [Readable];
      await once(answer.resume(), "end");
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  agent.destroy();
  return performance.now() - started;
}
