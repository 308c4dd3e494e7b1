/** Measures what a tap over HTTP adds to one request after the other: on this machine, and through a relay. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { Readable } from "node:stream";
import { freePort } from "../servers/process.ts";
import { type Figure, round } from "./figure.ts";
import { addressIn } from "./httpTapSpeed.ts";

/** Requests whose 99th percentile is taken, and how often: other programs disturb single rounds. */
const [requests, rounds] = [500, 5];

const server = `require("node:http").createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
}).listen(0, "127.0.0.1", function () { console.log("http://127.0.0.1:" + this.address().port + "/mcp"); });`;

/**
 * @param program the command line
 * @param env of the taps and of the relay
 */
export async function requestDelays(program: string, env: NodeJS.ProcessEnv): Promise<Figure[]> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}/`;
  const words = [`--port=${port}`, `--public-url=${publicUrl}`, "--tunnels", "--no-open"];
  const relay = spawn(process.execPath, [program, ...words], { env });
  const bare = spawn(process.execPath, ["-e", server]);
  const url = await addressIn(bare.stdout);
  await addressIn(relay.stdout);
  const startTap = (...args: readonly string[]) =>
    spawn(process.execPath, [program, "tap", ...args, url], { env });
  const local = startTap("--http", "0");
  const throughRelay = startTap("--public", publicUrl, "--yes");
  const urls = {
    bare: url,
    local: await addressIn(local.stderr),
    public: await addressIn(throughRelay.stderr, /http:\S+\/t\/\S+/),
  };
  const best = { bare: Infinity, local: Infinity, public: Infinity };
  try {
    for (let count = -1; count < rounds; count++) {
      for (const kind of ["bare", "local", "public"] as const) {
        const delay = await delayOf(urls[kind]);
        // the first ones include the compilation of the programs
        if (count >= 0) best[kind] = Math.min(best[kind], delay);
      }
    }
  } finally {
    for (const child of [local, throughRelay, relay, bare]) {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    }
  }
  const name = "added delay of a request and its answer, 99th percentile, best round";
  return [
    {
      name: `tap over HTTP: ${name}`,
      value: round(best.local - best.bare),
      unit: "ms",
      goal: "<= 3 ms",
    },
    {
      name: `public tap, with a relay of this machine: ${name}`,
      value: round(best.public - best.bare),
      unit: "ms",
      goal: "<= 5 ms",
    },
  ];
}

/** The 99th percentile of the time until a request is answered, in milliseconds. */
async function delayOf(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const headers = { "content-type": "application/json", "content-length": body.length };
  const times: number[] = [];
  for (let count = 0; count < requests; count++) {
    const started = performance.now();
    const sent = request(url, { method: "POST", agent, headers }).end(body);
    const [answer] = (await once(sent, "response")) as [Readable];
    await once(answer.resume(), "end");
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times.sort((a, b) => a - b)[Math.floor(requests * 0.99)] ?? 0;
}
