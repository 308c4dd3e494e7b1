import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../e2e/servers/process.ts";
import { ask, openRelay } from "../relay.fixture.ts";

/** Another program that listens on the IPv6 loopback address only. */
async function occupyIpv6(port: number) {
  const other = createServer((_request, response) => response.end("another program"));
  other.listen({ host: "::1", port });
  await once(other, "listening");
  onTestFinished(() => void other.close());
}

test.each([undefined, "localhost", "127.0.0.1", "::1"])(
  "has both addresses of localhost, whichever is named (%s)",
  async (host) => {
    const { port, origin } = await openRelay(host === undefined ? {} : { host });
    for (const address of ["127.0.0.1", "::1"]) {
      const socket = connect(port, address);
      await once(socket, "connect");
      socket.destroy();
    }
    const statusFor = async (Host: string, Origin: string) => {
      const headers = { Host, Origin };
      return (await ask({ port }, { method: "POST", path: "/api/session", headers })).status;
    };
    for (const Host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect(await statusFor(Host, origin)).toBe(400);
      // any program can have had these origins
      expect(await statusFor(Host, `http://${Host}`)).toBe(403);
    }
  },
);

test("does not share a port with a program at [::1], to which browsers connect first", async () => {
  const port = await freePort();
  await occupyIpv6(port);
  await expect(openRelay({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  // the first address is free again
  const other = createServer();
  other.listen({ host: "127.0.0.1", port });
  await once(other, "listening");
  other.close();
});

test("a connection that was busy when the relay stopped takes no further request", async () => {
  const relay = await openRelay();
  const socket = connect(relay.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const request = (...headers: string[]) =>
    ["POST /api/session HTTP/1.1", `Host: 127.0.0.1:${relay.port}`, `Origin: ${relay.origin}`]
      .concat("Content-Type: application/json", "Content-Length: 2", headers, "", "")
      .join("\r\n");
  const statuses: string[] = [];
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    for (const [, status = ""] of text.matchAll(/^HTTP\/1\.1 (\d+)/gm)) {
      statuses.push(status);
      if (status === "100") {
        void relay.close();
        socket.write("{}");
      } else socket.write(`${request()}{}`);
    }
  });
  // the answer 100 says that the relay has read the head, and waits for the body
  socket.write(request("Expect: 100-continue"));
  await once(socket, "close");
  expect(statuses).toEqual(["100", "400"]);
});
