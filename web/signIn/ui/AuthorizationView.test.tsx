// @vitest-environment jsdom
/** The authorization view before a sign-in: its steps, and a token entered by hand. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../../../shared/oauth/testServer.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { fill, pick, renderInTab } from "../../component.fixture.tsx";
import { AuthorizationView } from "./AuthorizationView.tsx";

/** Renders the view of a server that needs a token; nothing has been sent yet. */
async function open() {
  const server = await startTestServer();
  const tab = createTab();
  const { servers, connections } = tab.stores;
  servers.all.choose(server.url);
  onTestFinished(connections.connector.disconnect);
  return { server, ...renderInTab(<AuthorizationView />, tab) };
}

const button = (name: string) => screen.findByRole("button", { name });
const step = (name: string) => screen.findByRole("listitem", { name });

test("step by step: each step waits, shows its exchange, and a request can be sent again", async () => {
  const { server, user } = await open();
  await user.click(await screen.findByRole("switch", { name: "Step by step" }));
  await user.click(await button("Authorize"));
  await step("Discover resource: next");
  const isAsked = () => server.paths().includes("/.well-known/oauth-protected-resource/mcp");
  expect(isAsked()).toBe(false);
  await user.click(await button("Next step"));
  await step("Discover issuer: next");
  expect(isAsked()).toBe(true);

  const resource = await step("Discover resource: done");
  const press = async (name: string) =>
    user.click(await within(resource).findByRole("button", { name }));
  await press("Discover resource");
  await press("Protected resource metadata");
  expect(resource.textContent).toContain("authorization_servers");
  expect(within(resource).getByRole("link", { name: "RFC 9728, section 3.2" })).toBeTruthy();
  await press("Edit and send again");
  const url = within(resource).getByRole("textbox", { name: "Request URL" }) as HTMLInputElement;
  const right = url.value;
  await fill(user, url, `${right}?again=1`);
  await press("Send again");
  await press("Protected resource metadata (sent again)");
  // a query value may be a key: it is masked
  await waitFor(() => expect(resource.textContent).toContain(`GET ${right}?again=••••••••`));
  expect(server.requests.at(-1)?.url).toContain("?again=1");
  expect(within(resource).getAllByText("Resource metadata URL")).toHaveLength(1);

  await user.click(await button("Run all"));
  await waitFor(() => expect(server.paths()).toContain("/register"));
  const registered = await step("Register: done");
  await user.click(within(registered).getByRole("button", { name: "Register client" }));
  await waitFor(() =>
    expect(registered.textContent).toMatch(
      /dynamic client registration, which is deprecated since 2026-07-28; .* on or after 2027-07-28\. .*client ID metadata/,
    ),
  );
});

test("a bearer token and headers of the settings are sent unchanged, invalid ones are kept, and no flow runs", async () => {
  const { server, user, stores } = await open();
  await user.click(await button("Settings"));
  const select = async (method: string) =>
    pick(user, await screen.findByRole("combobox", { name: "Authorization method" }), method);
  const method = "Bearer token or custom headers";
  await select(method);
  await fill(user, await screen.findByLabelText("Bearer token"), "entered-by-hand");
  const headers = () =>
    screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Request headers" });
  const invalid = "X-Tenant: blue\nno colon";
  await fill(user, await headers(), invalid);
  await screen.findByText("Line 2 is not in the form name: value.");
  await select("Client credentials");
  await select(method);
  expect((await headers()).value).toBe(invalid);
  await fill(user, await headers(), "X-Tenant: blue\nAuthorization: Bearer another");
  await screen.findByText(/already sets Authorization/);
  await fill(user, await headers(), "X-Tenant: blue");

  stores.connections.connector.connect();
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(1));
  for (const { headers } of server.requests) {
    expect(headers).toMatchObject({ authorization: "Bearer entered-by-hand", "x-tenant": "blue" });
  }
  expect(new Set(server.paths())).toEqual(new Set(["/mcp"]));
});
