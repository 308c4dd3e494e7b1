import { expect, onTestFinished, test } from "vitest";
import { connectTo } from "../../e2e/pairAsPage.ts";
import type { Clock } from "../../shared/core/clock.ts";
import { createRelayLink } from "../../shared/relay/client/relayLink.ts";
import { launchRelay, newId, pair, recordProcess, script, until } from "../relay.fixture.ts";

/** A clock that runs `times` as fast as the platform's. */
function fastClock(times: number): Clock {
  return {
    now: () => performance.now() * times,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / times);
      return () => clearTimeout(timer);
    },
  };
}

/** A page whose clock runs fast, with a process that counts its input. */
async function openPage() {
  const launched = await launchRelay({ limits: { keepMs: 600_000 } });
  const told: string[] = [];
  const sockets: Parameters<typeof connectTo>[1] = [];
  const connect = connectTo(launched.origin, sockets);
  const link = createRelayLink({
    session: await pair(launched),
    clock: fastClock(8),
    connect(handlers) {
      const socket = connect(handlers);
      return {
        ...socket,
        send(frame) {
          if (typeof frame === "string") told.push(JSON.parse(frame).kind);
          socket.send(frame);
        },
      };
    },
  });
  onTestFinished(() => link.close());
  const { heard, listener } = recordProcess();
  const echo = script("process.stdin.pipe(process.stdout);");
  const process = link.start(newId(), echo, listener);
  await until(() => heard.pid);
  const asked = () => told.filter((kind) => kind === "ping").length;
  return { ...launched, link, sockets, heard, process, asked };
}

test("detects an unresponsive relay and resumes when it responds again", async () => {
  const { relay, link, heard, process } = await openPage();
  relay.kill("SIGSTOP");
  await until(() => link.state().kind === "reconnecting");
  const written = process.write(new TextEncoder().encode("while it hung\n"));
  relay.kill("SIGCONT");
  await until(() => link.state().kind === "open");
  expect(await written).toBe(true);
  await until(() => heard.lines.length > 0);
  expect(heard).toMatchObject({ lines: ["while it hung"], missed: [], end: undefined });
});

test("keeps the link open while an idle relay answers pings", async () => {
  const { link, sockets, asked } = await openPage();
  await until(() => asked() >= 2);
  expect(link.state().kind).toBe("open");
  expect(sockets).toHaveLength(1);
});
