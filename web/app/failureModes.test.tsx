// @vitest-environment jsdom
/** After any failure the page names the cause, keeps the bytes and stays usable. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test } from "vitest";
import { type BadMode, startBadServer } from "../../e2e/servers/misbehaving/bad.ts";
import { startNoCorsServer } from "../../e2e/servers/noCors.ts";
import { freePort } from "../../e2e/servers/process.ts";
import { startReplies } from "../../e2e/servers/replies.ts";
import { temporaryFolder } from "../../relay/relay.fixture.ts";
import { fill } from "../component.fixture.tsx";
import { createRelayTab } from "../relayTab.fixture.ts";
import {
  button,
  detail,
  renderPage,
  result,
  server,
  shows,
  status,
  trafficRow,
} from "./page.fixture.tsx";

async function startBad() {
  const bad = await startBadServer();
  onTestFinished(bad.close);
  return bad;
}
const alert = () => screen.getAllByRole("alert")[0] as HTMLElement;

describe("a call", () => {
  test.each<readonly [BadMode, RegExp, string, string]>([
    ["html", /HTML/i, "Please sign in first.", "Response"],
    ["broken-json", /JSON/, '"result":{"content":[', "Response"],
    ["early-end", /no response to the request/, "the answer will not come", "HTTP"],
    ["500", /500/, "The database is on fire", "Response"],
    ["404", /404/, "No such page", "Response"],
  ])(
    "that gets %s says why, the bytes are kept, the session continues",
    async (mode, words, bytes, tab) => {
      const bad = await startBad();
      const page = renderPage();
      await page.connect(bad.url(mode));
      await page.open("Tools", "x");
      await page.press("Call tool");
      await shows(result, words);
      await page.user.click(await trafficRow(/tools\/call/));
      await screen.findByRole("region", { name: "Message detail" });
      await page.user.click(within(detail()).getByRole("tab", { name: tab }));
      await shows(detail, bytes);
      expect(status().textContent).toContain("Connected");
      expect(button("Call tool")).toHaveProperty("disabled", false);
    },
  );

  test("without an answer ends at the timeout of the connection options", async () => {
    const bad = await startBad();
    const page = renderPage();
    await page.connect(bad.url("never"));
    await page.open("Tools", "x");
    await page.press("Connection options");
    await fill(page.user, await screen.findByRole("textbox", { name: "Timeout (s)" }), "1");
    await page.user.keyboard("{Escape}");
    await page.press("Call tool");
    // the time that it took, which is no more than the default on a machine under load
    await shows(result, /No response within [1-4]?\d s/);
    await trafficRow(/tools\/call.*timed out/);
    expect(result().getAttribute("aria-busy")).toBe("false");
  });

  test("shows its progress until the answer comes", async () => {
    const page = renderPage();
    const bad = await startBad();
    await page.connect(bad.url("slow"));
    await page.open("Tools", "x");
    await page.press("Call tool");
    await screen.findByRole("progressbar", { name: "Progress" });
    await shows(result, "at last");
    expect(screen.queryByRole("progressbar", { name: "Progress" })).toBeNull();
  });

  test("that is cancelled says so, tells the server, and the session continues", async () => {
    const page = renderPage();
    const bad = await startBad();
    await page.connect(bad.url("never"));
    await page.open("Tools", "x");
    await page.press("Call tool");
    await page.press("Cancel request");
    await shows(result, /cancel/i);
    const call = await trafficRow(/tools\/call.*cancelled/);
    await page.user.click(within(call).getByRole("button", { name: /^Parts of/ }));
    await trafficRow(/notifications\/cancelled/);
    expect(result().getAttribute("aria-busy")).toBe("false");
    expect(status().textContent).toContain("Connected");
  });
});

describe("a connection", () => {
  test("that fails with the first request says why, and its request is in Traffic", async () => {
    const bad = await startBad();
    const page = renderPage();
    for (const [mode, words] of [
      ["html", /HTML/i],
      ["broken-json", /JSON/],
      ["early-end", /no response to the request/],
      ["500", /500/],
      ["404", /404/],
    ] as const) {
      await page.enter(bad.url(mode, true));
      await shows(alert, words);
      await shows(status, "Failed");
      await trafficRow(/^sent.*initialize/);
      await page.press("Clear traffic");
    }
  });

  test("whose handshake is not answered can be cancelled", async () => {
    const bad = await startBad();
    const page = renderPage();
    await page.enter(bad.url("never", true));
    await shows(status, "Connecting");
    await page.press("Cancel");
    await screen.findByRole("button", { name: "Connect" });
    expect(status().textContent).not.toContain("Connecting");
  });

  test("that is refused without metadata suggests a token, and sends to guessed endpoints only if the user agrees", async () => {
    const bad = await startBad();
    const page = renderPage();
    await page.enter(bad.url("unauthorized", true));
    const question = await screen.findByRole("group", { name: "Try the default endpoints?" });
    expect(question.textContent).toContain("an API key or a token");
    await page.press("Try them", question);
    await shows(status, "Failed");
    const authorization = () => screen.getByRole("region", { name: "Authorization" });
    await shows(authorization, "The server answered 401.");
    await shows(authorization, "If it expects an API key or a token");
    await shows(alert, "RFC 7591");
  });

  test("that fails names what may be the cause, the failed request is there as curl, and the relay finds the cause", async () => {
    const selfSigned = await startNoCorsServer({ tls: true });
    onTestFinished(selfSigned.close);
    const plain = await startReplies({}, () => undefined);
    onTestFinished(plain.close);
    const page = renderPage(await createRelayTab());
    const closed = `http://127.0.0.1:${await freePort()}/mcp/v1?tenant=a`;
    for (const [url, hint, cause, isRouteOffered] of [
      [closed, /running|listen/i, `Nothing listens at ${new URL(closed).host}`, false],
      [plain.url.replace("http:", "https:"), /certificate/, "does not speak TLS", false],
      [selfSigned.url, /certificate/, "is self-signed", true],
      [
        "http://nobody.invalid/mcp",
        /Does nobody\.invalid exist/,
        "The name nobody.invalid does not resolve",
        false,
      ],
    ] as const) {
      await page.enter(url);
      await shows(status, "Failed");
      await shows(alert, hint);
      // method, path with its query, headers and body, to be pasted into a shell
      const address = /[?&]/.test(url) ? `'${url}'` : url;
      const headers =
        "-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'";
      expect(alert().textContent).toContain(`curl -i -X POST ${address} ${headers} -d '{"jsonrpc"`);
      expect(server()).toHaveProperty("value", url);
      await screen.findByRole("button", { name: "Connect" });
      // what may be the cause is not yet what was found
      expect(alert().textContent).not.toContain(cause);
      await page.press("Diagnose");
      await page.answer("Connect through the relay?", "Allow");
      await waitFor(() =>
        expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toContainEqual(
          expect.stringContaining(cause),
        ),
      );
      // only where it helps
      const route = screen.queryByRole("button", { name: "Connect through the relay" });
      expect(route !== null).toBe(isRouteOffered);
    }
    expect(selfSigned.heard).toEqual([]);
  });
});

describe("a command", () => {
  const scriptOf = (source: string) => {
    const file = join(temporaryFolder(), "server.mjs");
    writeFileSync(file, source);
    return `node ${file}`;
  };

  test("that does not exist is named, and kept", async () => {
    const page = renderPage(await createRelayTab());
    await page.start("no-such-program-anywhere --really");
    await shows(status, "Failed");
    await shows(alert, /no-such-program-anywhere/);
    expect(server()).toHaveProperty("value", "no-such-program-anywhere --really");
  });

  test("that exits immediately shows its exit code and its last output", async () => {
    const page = renderPage(await createRelayTab());
    await page.start(scriptOf('console.error("I need a key"); process.exit(3);\n'));
    await shows(status, "Failed");
    await shows(alert, "exited with code 3");
    expect(alert().textContent).toContain("I need a key");
  });

  test("that prints other text keeps it in Traffic, is named while it is waited for, and can be cancelled", async () => {
    const page = renderPage(await createRelayTab());
    await page.start(
      scriptOf('console.log("Listening on port 80"); setInterval(() => {}, 1000);\n'),
    );
    await trafficRow(/Listening on port 80|not JSON/i);
    await shows(alert, "wrote text to stdout that is not JSON");
    expect(alert().textContent).toContain("Listening on port 80");
    expect(status().textContent).toBe("Connecting…");
    await page.press("Cancel");
    await screen.findByRole("button", { name: "Connect" });
  });
});
