// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../../shared/demo/demoUrl.ts";
import { initiatorsOf } from "../../../../shared/log/logSummary.fixture.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, setSettings, shown } from "../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../component.fixture.tsx";
import type { ServerSettings } from "../../store/settings.ts";
import { KeyNumbers } from "./KeyNumbers.tsx";
import { ServerIdentity } from "./ServerIdentity.tsx";
import { ServerOverview } from "./ServerOverview.tsx";

const noNetwork: typeof globalThis.fetch = () => Promise.reject(new TypeError("offline"));

async function render(revision: ServerSettings["revision"] = "auto", tab = createTab(noNetwork)) {
  setSettings(tab.stores, { revision });
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  return { view, ...renderInTab(<ServerOverview view={view} />, tab) };
}
const region = (name: string) => screen.findByRole("region", { name });

test("the server is introduced by icon, title, description and website", async () => {
  await render();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Demo server");
  expect(document.querySelector("header img")?.getAttribute("src")).toMatch(/^data:image/);
  const website = screen.getByRole("link", { name: "https://modelcontextprotocol.io/" });
  expect(website.getAttribute("rel")).toBe("noopener noreferrer");
});

test.each([
  ["2026-07-28", /server\/discover answered in .* ms/],
  ["2025-11-25", /ping answered in .* ms/],
] as const)("a ping at %s tells its time", async (revision, words) => {
  const { user, stores } = await render(revision);
  await user.click(screen.getByRole("button", { name: "Ping" }));
  await waitFor(() =>
    expect(screen.getByRole("status", { name: "Ping" }).textContent).toMatch(words),
  );
  // the handshake is the client's own
  const isModern = revision === "2026-07-28";
  const causes = (method: string) => initiatorsOf(stores.traffic.log, method);
  expect(causes(isModern ? "server/discover" : "ping").at(-1)).toEqual({ kind: "user" });
  expect(causes(isModern ? "server/discover" : "initialize")[0]).toEqual({ kind: "engine" });
});

test("the tools are listed by their cost, with what each provider refuses", async () => {
  const { user, stores } = await render();
  const tools = await region("Tool definitions");
  expect(document.querySelector("dl")?.textContent).toMatch(/tokens of definitions≈ [\d,]+/);
  const costs = within(tools)
    .getAllByRole("row")
    .slice(1)
    .slice(0, 8)
    .map((row) => Number(row.querySelectorAll("td")[1]?.textContent?.replace(",", "")));
  expect(costs).toHaveLength(8);
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  await user.click(within(tools).getByRole("button", { name: /^Show all/ }));
  const row = within(tools).getByRole("row", { name: /^set_labels/ });
  expect(row.textContent).toMatch(/additionalProperties is in use.*fits.*additionalProperties/);
  const echo = within(tools).getByRole("row", { name: /^echo/ });
  expect(echo.textContent).toMatch(
    /1 changefits after 1 change: set additionalProperties to false/,
  );
  await user.click(within(tools).getByRole("button", { name: "echo" }));
  expect(shown(stores).selection).toEqual({ kind: "tool", name: "echo" });
});

test("both sides' capabilities are shown", async () => {
  await render("2025-11-25");
  const text = (await region("Capabilities")).textContent;
  expect(text).toMatch(/Server offers.*completions.*This page offers.*sampling/s);
});

test("the server page begins with four numbers and actions that can be done at once", async () => {
  const { user, stores } = await render("2025-11-25");
  const start = await region("Start here");
  await waitFor(() => expect(within(start).getAllByRole("button")).toHaveLength(3));
  // before the messages are checked, no number of findings is known
  await screen.findByText(/^findings · \d+ violations$/);
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^tools · \d+ read-only$/),
    "tokens of definitions",
    "from start to ready",
    expect.stringMatching(/^findings · \d+ violations$/),
  ]);
  const negotiation = await region("Negotiation");
  expect(within(negotiation).getByText("2025-11-25").getAttribute("aria-current")).toBe("true");
  await user.click(within(start).getByRole("button", { name: /^Call/ }));
  expect(shown(stores).selection?.kind).toBe("tool");
});

test("the time of a person at the sign-in is not that of the server", async () => {
  const { view, stores, unmount, ...tab } = await render();
  unmount();
  const readiness = { ms: 970, signInMs: 18_940, signIns: [{ from: 100, to: 19_040 }] };
  const { id } = view.connection;
  renderInTab(<KeyNumbers connectionId={id} size={0} tools={[]} readiness={readiness} />, {
    ...tab,
    stores,
  });
  const words = screen.getByText("from start to ready + 18.94 s sign-in");
  expect(words.nextElementSibling?.textContent).toBe("970 ms");
});

test("what changed since the last connection is named", async () => {
  const { stores, unmount, ...tab } = await render();
  await waitFor(() => expect(tab.stored.get("mcp-playground.definitions")).toMatch(/"echo"/));
  unmount();
  stores.connections.connector.disconnect();
  const stored = tab.stored.get("mcp-playground.definitions") ?? "";
  tab.stored.set(
    "mcp-playground.definitions",
    stored.replace(/\["echo","\w+"\]/, '["echo","0"],["gone","0"]'),
  );
  const view = await connectTab({ stores, ...tab }, demoUrl);
  renderInTab(<ServerOverview view={view} />, { stores, ...tab });
  const changes = await region("Changes");
  expect(changes.textContent).toMatch(/Changed: echo.*Removed: gone/);
});

test("an icon at another address is loaded only when the user asks for it", async () => {
  const requested: string[] = [];
  const tab = createTab(async (input) => {
    requested.push(String(input));
    return new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "image/png" } });
  });
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const icons = [{ src: "https://icons.example/a.png" }];
  const agreement = { ...view.client.agreement, receivedInfo: { name: "x", icons } };
  const { user } = renderInTab(<ServerIdentity agreement={agreement} />, tab);
  expect(document.querySelector("header img")).toBeNull();
  expect(requested).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Load icon from icons.example" }));
  await waitFor(() =>
    expect(document.querySelector("header img")?.getAttribute("src")).toBe(
      "data:image/png;base64,AQID",
    ),
  );
  expect(requested).toEqual(["https://icons.example/a.png"]);
});

test.each(["2026-07-28", "2025-11-25"] as const)(
  "the demo shows every log message at %s, as its level is asked for",
  async (revision) => {
    const { view, stores } = await render(revision);
    const request = view.client.session.request("tools/call", '{"name":"log_levels"}');
    const outcome = await request.done;
    expect(JSON.stringify(outcome)).toContain("Sent 8 of 8 log messages");
    const logged = stores.traffic.log
      .snapshot()
      .entries.filter(
        ({ kind, ...entry }) =>
          kind === "message" && JSON.stringify(entry).includes("notifications/message"),
      );
    expect(logged).toHaveLength(8);
  },
);

test.each([
  ["2026-07-28", true],
  ["2025-11-25", false],
] as const)(
  "at %s, a deprecated feature that the server uses is named: %s",
  async (revision, isNamed) => {
    const { stores } = await render(revision);
    await region("Capabilities");
    if (!isNamed) {
      await stores.traffic.findings.settled();
      expect(screen.queryByRole("region", { name: "Deprecated features" })).toBe(null);
      return;
    }
    const found = await region("Deprecated features");
    expect(found.textContent).toContain("The capability logging is deprecated since 2026-07-28");
    expect(found.textContent).toContain("in the first revision on or after 2027-07-28");
    expect(within(found).getByRole("link").getAttribute("href")).toBe(
      "https://modelcontextprotocol.io/specification/2026-07-28/deprecated",
    );
  },
);
