/** Journey: connects directly to an HTTP server and remembers it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./fixtures.ts";
import { startReplies } from "./servers/replies.ts";
import { startSessionsServer } from "./servers/sessions.ts";

test("Enter connects directly from the page, lists the tools, and the server is remembered", {
  tag: "@main",
}, async ({ playground, everything }) => {
  const { page } = playground;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await expect(playground.status).toContainText("Not connected");
  await expect(playground.button("Connect")).toBeVisible();
  await playground.enter(everything.url);
  await expect(playground.status).toContainText("Connected · 2025-11-25 · Streamable HTTP");
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await expect(playground.item("Prompts", "simple-prompt")).toBeVisible();
  expect(asked.filter((url) => url === everything.url).length).toBeGreaterThan(2);

  // recent servers are encrypted before they are stored
  const stored = () => localStorage.getItem("mcp-playground.servers");
  await expect.poll(() => page.evaluate(stored)).not.toBeNull();
  await page.reload();
  // the address that a reload restores replaces an empty one
  await expect(async () => {
    await playground.server.fill("");
    await playground.server.press("ArrowDown");
    const remembered = page.getByRole("option", { name: everything.url });
    await expect(remembered).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test("a server that is gone is lost until it answers, and one whose stream CORS forbids is not", async ({
  playground,
  watched,
}) => {
  const { page, status } = playground;
  const [server, hiding] = await Promise.all([
    startSessionsServer(),
    startReplies({ hidesGet: true }, () => ({ result: { tools: [] } })),
  ]);
  for (const { url } of [server, hiding]) watched.allow(url);
  try {
    await playground.enter(hiding.url);
    await expect(playground.row(/GET.*Failed to fetch/).first()).toBeVisible();
    // it is asked again after each attempt at its stream
    await expect(playground.row(/^sent.*ping/).first()).toBeVisible();
    await expect(status).toHaveText("Connected · 2025-11-25 · Streamable HTTP");

    await playground.enter(server.url);
    await expect(status).toHaveText("Connected · 2025-11-25 · Streamable HTTP");
    await server.down();
    await expect(status).toHaveText("Lost · trying again");
    await expect(page).toHaveTitle(/^Lost · trying again · sessions-server/);
    await expect(playground.row(/ping ×2/)).toBeVisible();
    await server.up();
    await expect(status).toHaveText("Connected · 2025-11-25 · Streamable HTTP");
    await expect(page).toHaveTitle("sessions-server · MCP Playground");
  } finally {
    hiding.close();
    await server.close();
  }
});

test("a redirect takes the entered headers along only after a question, and Authorization never", async ({
  playground,
  watched,
}) => {
  const heard: { readonly host: string; readonly key: unknown; readonly token: unknown }[] = [];
  const hear = (host: string, { headers }: IncomingMessage) =>
    heard.push({ host, key: headers["x-api-key"], token: headers.authorization });
  const fromOther = () => heard.filter(({ host }) => host === "other");
  const other = createServer((request, response) => {
    if (allowAll(request, response)) return;
    hear("other", request);
    response.writeHead(404, { "access-control-allow-origin": "*" }).end();
  });
  await once(other.listen(0, "127.0.0.1"), "listening");
  const { port } = other.address() as AddressInfo;
  const [otherPort, otherHost] = [`http://127.0.0.1:${port}/mcp`, `http://localhost:${port}/mcp`];
  let location = otherPort;
  const first = createServer((request, response) => {
    if (allowAll(request, response)) return;
    hear("first", request);
    response.writeHead(307, { location, "access-control-allow-origin": "*" }).end();
  });
  await once(first.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(first.address() as AddressInfo).port}/mcp`;
  for (const each of [url, otherPort, otherHost]) watched.allow(each);
  const token = "Bearer entered-token";
  try {
    const { page } = playground;
    const connectWith = async (headers: string) => {
      await playground.button("Connection options").click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Headers" }).fill(headers);
      await page.keyboard.press("Escape");
      await playground.button("Connect").click();
    };
    await playground.server.fill(url);
    // the browser removes this header itself, so that there is nothing to ask
    await connectWith(`Authorization: ${token}`);
    await expect.poll(fromOther).not.toEqual([]);
    await expect(playground.status).toContainText("404");
    expect(heard).toContainEqual({ host: "first", key: undefined, token });

    location = otherHost;
    await connectWith(`Authorization: ${token}\nX-Api-Key: entered-key`);
    const question = page.getByRole("alertdialog", {
      name: "Send your headers where the server redirects?",
    });
    await expect(question).toContainText(url);
    await expect(question).toContainText("X-Api-Key");
    await expect(question).not.toContainText("Authorization");
    const follow = question.getByRole("button", { name: "Follow with headers" });
    await expect(follow).not.toBeFocused();
    const before = fromOther().length;
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("alert").first()).toContainText("your headers were not sent there");
    expect(fromOther()).toHaveLength(before);
    expect(heard).toContainEqual({ host: "first", key: "entered-key", token });

    await playground.button("Connect").click();
    await follow.click();
    await expect.poll(() => fromOther().map(({ key }) => key)).toContain("entered-key");
    await expect(playground.status).toContainText("404");
    expect(fromOther().map((each) => each.token)).toEqual(fromOther().map(() => undefined));
  } finally {
    for (const server of [first, other]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

/** Answers a preflight request. */
function allowAll(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "OPTIONS") return false;
  const names = request.headers["access-control-request-headers"] ?? "";
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "*",
    "access-control-allow-headers": names,
  };
  response.writeHead(204, headers).end();
  return true;
}
