/** Journey: after any failure the page names the cause, keeps the bytes and stays usable. */
import { writeFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";
import type { BadMode } from "./servers/misbehaving/bad.ts";
import { startNoCorsServer } from "./servers/noCors.ts";
import { freePort } from "./servers/process.ts";

const wrong = ["ftp://example.org/mcp", "http://", "http://[nonsense", 'node "open', "KEY=value"];

test("what is no address is refused with what is accepted, and kept", async ({ playground }) => {
  for (const text of wrong) {
    await test.step(text, async () => {
      await playground.enter(text);
      await expect(playground.page.getByRole("alert")).toContainText(/https?:\/\//);
      await expect(playground.server).toHaveValue(text);
      await playground.server.fill("");
      await expect(playground.page.getByRole("alert")).toHaveCount(0);
    });
  }
});

test.describe("unreachable servers", () => {
  test("the page names what may be the cause, the relay finds it, and the failed request is there as curl", async ({
    playground,
    everything,
    bad,
    watched,
  }) => {
    const { page } = playground;
    const selfSigned = await startNoCorsServer({ tls: true });
    const closed = `http://127.0.0.1:${await freePort()}/mcp/v1?tenant=a`;
    const plain = everything.url.replace("http:", "https:");
    const nobody = "http://nobody.invalid/mcp";
    const servers: readonly (readonly [url: string, hint: RegExp, cause: string | RegExp])[] = [
      [closed, /running|listen/i, `Nothing listens at ${new URL(closed).host}`],
      [plain, /certificate/, "does not speak TLS"],
      [selfSigned.url, /certificate/, "is self-signed"],
      [bad.url("no-cors"), /CORS/, "The server does not allow pages of"],
      [nobody, /Does nobody\.invalid exist/, "The name nobody.invalid does not resolve"],
    ];
    for (const [url, hint, cause] of servers) {
      await test.step(url, async () => {
        watched.allow(url);
        await playground.enter(url);
        await expect(playground.status).toContainText("Failed");
        const alert = page.getByRole("alert").first();
        await expect(alert).toContainText(hint);
        // method, path with its query, headers and body, to be pasted into a shell
        const address = /[?&]/.test(url) ? `'${url}'` : url;
        const headers =
          "-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'";
        await expect(alert).toContainText(`curl -i -X POST ${address} ${headers} -d '{"jsonrpc"`);
        await expect(playground.server).toHaveValue(url);
        await expect(playground.button("Connect")).toBeEnabled();
        await playground.button("Diagnose").click();
        const question = page.getByRole("alertdialog", { name: "Connect through the relay?" });
        await question.getByRole("button", { name: "Allow" }).click();
        await expect(page.getByRole("alert").filter({ hasText: cause })).toBeVisible();
      });
    }
    expect(selfSigned.heard).toEqual([]);
    await selfSigned.close();
  });

  test("a server that never answers the handshake: Cancel works", async ({ playground, bad }) => {
    await playground.enter(bad.url("never", true));
    await expect(playground.status).toContainText("Connecting");
    await playground.button("Cancel").click();
    await expect(playground.status).not.toContainText("Connecting");
    await expect(playground.button("Connect")).toBeEnabled();
  });
});

const atOnce: readonly (readonly [BadMode, RegExp])[] = [
  ["html", /HTML/i],
  ["broken-json", /JSON/],
  ["early-end", /ended|answer/i],
  ["500", /500/],
  ["404", /404/],
];

test("a failure from the first request: the connection fails and says why", async ({
  playground,
  bad,
}) => {
  for (const [mode, words] of atOnce) {
    await test.step(mode, async () => {
      await playground.enter(bad.url(mode, true));
      await expect(playground.page.getByRole("alert")).toContainText(words);
      await expect(playground.status).toContainText("Failed");
      await expect(playground.row(/initialize/).first()).toBeVisible();
      await playground.page.getByRole("button", { name: "Clear traffic" }).click();
    });
  }
});

test("unauthorized without metadata: the page suggests a token entered by hand", async ({
  playground,
  bad,
}) => {
  await playground.enter(bad.url("unauthorized", true));
  const authorization = playground.region("Authorization");
  // these endpoints were guessed: the page does not send to them without asking
  const question = authorization.getByRole("group", { name: "Try the default endpoints?" });
  await expect(question).toContainText("an API key or a token");
  await question.getByRole("button", { name: "Try them" }).click();
  await expect(playground.status).toContainText("Failed");
  await expect(authorization).toContainText("The server answered 401.");
  await expect(authorization).toContainText("If it expects an API key or a token");
  await expect(playground.page.getByRole("alert")).toContainText("RFC 7591");
});

const inACall: readonly (readonly [BadMode, RegExp, string])[] = [
  ["html", /HTML/i, "Please sign in first."],
  ["broken-json", /JSON/, '"result":{"content":['],
  ["early-end", /ended|answer/i, "the answer will not come"],
  ["500", /500/, "The database is on fire"],
  ["404", /404/, "No such page"],
];

test.describe("failures during a call", () => {
  for (const [mode, words, bytes] of inACall) {
    test(`${mode}: the call says why, the bytes are kept, the session continues`, async ({
      playground,
      bad,
    }) => {
      await playground.connect(bad.url(mode));
      await playground.open("Tools", "x");
      await playground.button("Call tool").click();
      await expect(playground.result).toContainText(words);
      await playground.page.getByRole("searchbox", { name: "Filter traffic" }).fill("");
      const detail = playground.region("Message detail");
      await playground.row(/tools\/call/).click();
      await expect(detail).toContainText(bytes);
      await expect(playground.status).toContainText("Connected");
      await expect(playground.button("Call tool")).toBeEnabled();
    });
  }

  test("never: the call can be cancelled, and the session continues", async ({
    playground,
    bad,
  }) => {
    await playground.connect(bad.url("never"));
    await playground.open("Tools", "x");
    await playground.button("Call tool").click();
    await expect(playground.result).toHaveAttribute("aria-busy", "true");
    await playground.button("Cancel request").click();
    await expect(playground.result).toContainText(/cancel/i);
    await expect(playground.status).toContainText("Connected");
  });

  test("never: the timeout is a setting", async ({ playground, bad }) => {
    await playground.button("Connection options").click();
    await playground.page.getByLabel("Timeout (s)").fill("1");
    await playground.page.keyboard.press("Escape");
    await playground.connect(bad.url("never"));
    await playground.open("Tools", "x");
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText("within 1 s");
    await expect(playground.result).not.toHaveAttribute("aria-busy", "true");
  });

  test("slow: progress is visible until the answer comes", async ({ playground, bad }) => {
    await playground.connect(bad.url("slow"));
    await playground.open("Tools", "x");
    await playground.button("Call tool").click();
    const progress = playground.page.getByRole("progressbar", { name: "Progress" });
    await expect(progress).toBeVisible();
    await expect(playground.result).toContainText("at last");
    await expect(progress).toHaveCount(0);
  });
});

test.describe("commands", () => {
  const start = "Start command?";

  test("a command that does not exist is reported", async ({ playground }) => {
    await playground.enter("no-such-program-anywhere --really");
    await playground.question(start).getByRole("button", { name: "Start" }).click();
    await expect(playground.status).toContainText("Failed");
    await expect(playground.page.getByRole("alert")).toContainText(/no-such-program-anywhere/);
    await expect(playground.server).toHaveValue("no-such-program-anywhere --really");
  });

  test("a command that exits immediately shows its exit code and last output", async ({
    playground,
  }, testInfo) => {
    const script = testInfo.outputPath("exits.mjs");
    await writeFile(script, 'console.error("I need a key"); process.exit(3);\n');
    await playground.enter(`node ${script}`);
    await playground.question(start).getByRole("button", { name: "Start" }).click();
    await expect(playground.status).toContainText("Failed");
    const alert = playground.page.getByRole("alert");
    await expect(alert).toContainText("3");
    await expect(alert).toContainText("I need a key");
  });

  test("a command that prints invalid output keeps it in the log and names the problem", async ({
    playground,
  }, testInfo) => {
    const script = testInfo.outputPath("garbage.mjs");
    await writeFile(script, 'console.log("Listening on port 80"); setInterval(() => {}, 1000);\n');
    await playground.enter(`node ${script}`);
    await playground.question(start).getByRole("button", { name: "Start" }).click();
    await expect(playground.row(/Listening on port 80|not JSON/i).first()).toBeVisible();
    const alert = playground.main.getByRole("alert");
    await expect(alert).toContainText("wrote text to stdout that is not JSON");
    await expect(alert).toContainText("Listening on port 80");
    await expect(playground.status).toHaveText("Connecting…");
    await playground.button("Cancel").click();
    await expect(playground.button("Connect")).toBeEnabled();
  });
});
