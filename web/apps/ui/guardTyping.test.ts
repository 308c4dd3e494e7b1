// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { guardTyping } from "./guardTyping.ts";

/** Puts an element into the page. */
function place<Name extends "input" | "iframe">(name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
}

test("an app that opens while the user types in a field does not get the focus", async () => {
  const field = place("input");
  field.focus();
  const frame = place("iframe");
  // a browser does not tell the page when the content of a frame takes the focus
  frame.addEventListener("focusin", (event) => event.stopPropagation());
  const onTaken = vi.fn();
  onTestFinished(guardTyping(frame, onTaken).end);
  // the app takes it before a further key
  frame.focus();
  expect(document.activeElement).toBe(frame);
  const blur = new Event("blur");
  // jsdom counts from 1970
  Object.defineProperty(blur, "timeStamp", { value: performance.now() });
  window.dispatchEvent(blur);
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  expect(onTaken).toHaveBeenCalledOnce();
});
