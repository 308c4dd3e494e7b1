// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { readFragment } from "../../../shared/recording/fragment.ts";
import { decodeSession } from "../../../shared/recording/link.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { createTab } from "../../stores/tab.fixture.ts";
import { ShareDialog } from "./ShareDialog.tsx";

function render(address: string) {
  const tab = createTab();
  const { addressBar, settings } = tab.stores.servers;
  addressBar.choose(address);
  settings.adopt(address);
  settings.change({
    headers: [["Authorization", "Bearer s3cret"]],
    environment: [["API_KEY", "s3cret"]],
  });
  const base = "https://playground.example/";
  return renderInTab(<ShareDialog isOpen onOpenChange={() => {}} base={base} />, tab);
}
const link = () => screen.findByRole("textbox", { name: "Link" }) as Promise<HTMLTextAreaElement>;

/** What the link in the dialog opens. */
async function sharedSession() {
  const field = await link();
  await waitFor(() => expect(field.value).toContain("#s="));
  const { session } = readFragment(new URL(field.value).hash);
  return decodeSession(session ?? "");
}

test("the link opens the server without headers, and says so before it is copied", async () => {
  render("https://one.example/mcp?token=abcdef0123456789abcdef0123456789");
  const shared = JSON.stringify(await sharedSession());
  expect(shared).toContain("https://one.example/mcp");
  expect(shared).not.toContain("s3cret");
  expect(shared).not.toContain("abcdef0123456789");
  const dialog = screen.getByRole("dialog", { name: "Share session" });
  expect(dialog.textContent).toContain("https://one.example/mcp");
  expect(dialog.textContent).not.toContain("s3cret");
  expect(within(dialog).getByRole("button", { name: "Copy link" })).toBeDefined();
});

test("a command's variables are named without values", async () => {
  render("npx -y some-server --port 1");
  const shared = JSON.stringify(await sharedSession());
  expect(shared).toContain("API_KEY");
  expect(shared).not.toContain("s3cret");
});

test("what looks like a secret in a command is left out unless the user keeps it", async () => {
  const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  const { user } = render(`npx -y some-server --token ${token}`);
  expect(JSON.stringify(await sharedSession())).not.toContain(token);
  const before = (await link()).value;
  await user.click(screen.getByRole("checkbox"));
  await waitFor(async () => expect((await link()).value).not.toBe(before));
  expect(JSON.stringify(await sharedSession())).toContain(token);
});

test("the link is not editable", async () => {
  const { user } = render("https://one.example/mcp");
  await sharedSession();
  const field = await link();
  const { value } = field;
  await user.type(field, "x");
  expect(field.value).toBe(value);
});

test("without a server there is no link", () => {
  render("");
  expect(screen.queryByRole("textbox", { name: "Link" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
});
