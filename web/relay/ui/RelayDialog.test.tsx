// @vitest-environment jsdom
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { openRelay } from "../../../relay/relay.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { fill, renderInTab } from "../../component.fixture.tsx";
import { RelayDialog } from "./RelayDialog.tsx";

/** A relay whose terminal the test reads. */
async function startRelay() {
  const said: string[] = [];
  const { url } = await openRelay({ say: (sentence) => void said.push(sentence) });
  const code = () => /[A-Z]{4}-[A-Z]{4}$/.exec(said.find((line) => /code/i.test(line)) ?? "")?.[0];
  return { address: `${url}/`, said, code };
}

/**
 * Opens the dialog for a relay; requests have the page's origin, as a browser's have.
 * @param hold delays the response to a request
 */
async function openDialog(address: string, hold?: (body: string) => Promise<void> | undefined) {
  const tab = createTab(async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("Origin", location.origin);
    const response = await fetch(input, { ...init, headers });
    await hold?.(String(init?.body));
    return response;
  });
  tab.stores.relay.access.use(address);
  await tab.stores.relay.access.look();
  const rendered = renderInTab(<RelayDialog isOpen onOpenChange={() => {}} />, tab);
  await screen.findByRole("button", { name: "Pair" });
  return rendered;
}
const button = (name: string) => screen.getByRole("button", { name });
const findCode = () => screen.findByRole("textbox", { name: "Code from the terminal" });

test("the code of the terminal pairs; a wrong one is counted and the field stays", async () => {
  const relay = await startRelay();
  const { user, sessions, stores } = await openDialog(relay.address);
  expect(relay.said).toEqual([]);
  await user.click(button("Pair"));
  const field = await findCode();
  expect(document.activeElement).toBe(field);
  expect(button("Confirm code")).toHaveProperty("disabled", true);
  await user.keyboard("WRNG-WRNG{Enter}");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  await fill(user, field, relay.code() ?? "");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sessions.has(relay.address)).toBe(true));
  await waitFor(() => expect(stores.relay.access.state.getState().kind).toBe("connected"));
  await screen.findByText(/^Connected to 127/);
  expect(screen.queryByRole("textbox", { name: "Code from the terminal" })).toBeNull();
  stores.relay.access.use("http://127.0.0.1:9/");
});

test("a cancelled attempt makes its code invalid, and another one can begin", async () => {
  const relay = await startRelay();
  const { user, sessions } = await openDialog(relay.address);
  await user.click(button("Pair"));
  await findCode();
  const former = relay.code();
  await user.click(button("Cancel pairing"));
  await user.click(button("Pair"));
  const field = await findCode();
  await user.type(field, `${former}{Enter}`);
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(sessions.size).toBe(0);
});

test("a late response of an earlier relay does not affect a new one", async () => {
  const [former, named] = [await startRelay(), await startRelay()];
  const answered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const { user, sessions, stores } = await openDialog(former.address, (body) => {
    if (!body.includes('"answer"')) return;
    answered.resolve();
    return release.promise;
  });
  await user.click(button("Pair"));
  await user.type(await findCode(), `${former.code()}{Enter}`);
  await answered.promise;
  const address = screen.getByRole("textbox", { name: "Address of the relay" });
  await fill(user, address, named.address);
  await user.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Pair" });
  release.resolve();
  await stores.relay.access.look();
  expect(sessions.get(named.address)).toBeUndefined();
  expect(screen.getAllByRole("button", { name: "Pair" })).toHaveLength(1);
  expect(named.said).toEqual([]);
});

test("a relay of another version is reported, with the command that brings the newest", async () => {
  const old = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end('{"name":"mcp-playground","version":"0.0.1","wire":0,"pairing":"needed"}');
  });
  await once(old.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void old.close());
  const tab = createTab();
  tab.stores.relay.access.use(`http://127.0.0.1:${(old.address() as AddressInfo).port}/`);
  await tab.stores.relay.access.look();
  renderInTab(<RelayDialog isOpen onOpenChange={() => {}} />, tab);
  expect((await screen.findByRole("alert")).textContent).toContain("older than this page");
  expect(screen.getByRole("dialog").textContent).toContain("npx mcp-playground@latest");
});

test("text that is not the address of a relay is not used", async () => {
  const relay = await startRelay();
  const { user } = await openDialog(relay.address);
  const address = screen.getByRole("textbox", { name: "Address of the relay" });
  expect(button("Use this address")).toHaveProperty("disabled", true);
  await user.clear(address);
  await user.type(address, "nonsense://");
  expect(address.getAttribute("aria-invalid")).toBe("true");
  expect(button("Use this address")).toHaveProperty("disabled", true);
});
