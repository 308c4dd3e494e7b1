// @vitest-environment jsdom
/** Controls whose behaviour is more than that of their library: copying, secrets, and what confirms. */
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import "../component.fixture.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { SecretArea } from "./fields/SecretArea.tsx";
import { AlertDialog } from "./overlays/AlertDialog.tsx";
import { Splitter } from "./splitter/Splitter.tsx";

test("text is computed when it is copied, and copying is reported", async () => {
  const user = userEvent.setup();
  const text = vi.fn(() => "copied text");
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  render(<CopyButton text={text} />);
  expect(text).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText("Copied");
  expect(written).toHaveBeenCalledWith("copied text");
});

test("a refused clipboard is explained", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(
    new DOMException("Write permission denied.", "NotAllowedError"),
  );
  render(<CopyButton text="x" />);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
});

test("a secret is masked until it is revealed", async () => {
  const user = userEvent.setup();
  render(<SecretArea label="Client key" value="-----BEGIN" onChange={() => {}} />);
  const area = screen.getByRole("textbox", { name: "Client key" });
  const masked = area.className;
  await user.click(screen.getByRole("button", { name: "Show the client key" }));
  expect(area.className).not.toBe(masked);
  await user.click(screen.getByRole("button", { name: "Hide the client key" }));
  expect(area.className).toBe(masked);
});

const question = (isGuarded: boolean, onConfirm: () => void, onCancel: () => void) => (
  <AlertDialog
    title="Start?"
    confirmLabel="Start"
    isOpen
    isGuarded={isGuarded}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    Content
  </AlertDialog>
);

test("content from outside: Cancel has the focus, and confirming takes a moment", async () => {
  const user = userEvent.setup();
  const [confirm, cancel] = [vi.fn(), vi.fn()];
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  render(question(true, confirm, cancel));
  const start = screen.getByRole("button", { name: "Start" });
  expect(document.activeElement?.textContent).toBe("Cancel");
  expect(start.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("{Enter}");
  expect(cancel).toHaveBeenCalledOnce();
  await user.click(start);
  expect(confirm).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(start.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(start);
  expect(confirm).toHaveBeenCalledOnce();
});

test("a separator is moved with the keyboard, within its limits", async () => {
  const user = userEvent.setup();
  const moves: number[] = [];
  const box = (width: number) => () => new DOMRect(0, 0, width, 10);
  render(
    <div data-testid="room">
      <div id="before" />
      <Splitter
        label="Border"
        orientation="vertical"
        controls="before"
        limits={(room) => [100, room - 100]}
        onMove={({ before }) => moves.push(before)}
        onReset={() => {}}
      />
    </div>,
  );
  const line = screen.getByRole("separator");
  screen.getByTestId("room").getBoundingClientRect = box(1000);
  const [before] = screen.getByTestId("room").children;
  if (before) before.getBoundingClientRect = box(400);
  line.getBoundingClientRect = box(0);
  line.focus();
  await user.keyboard("{ArrowRight}{ArrowLeft}{Home}{End}x");
  expect(moves).toEqual([450, 350, 100, 900]);
});
