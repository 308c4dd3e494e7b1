/** Renders components with the real stores of a tab in jsdom, and adds what jsdom lacks of a browser. */
import { Blob as NodeBlob } from "node:buffer";
import { cleanup, configure, prettyDOM, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import * as React from "react";
import { afterAll, afterEach, vi } from "vitest";
import { WebSocket as NodeWebSocket } from "ws";
import { createTab, type Tab } from "./app/stores/tab.fixture.ts";
import { StoresProvider } from "./stores/StoresContext.tsx";
import "./worker.fixture.ts";

// The development build takes a stack trace for each element, a quarter of the time of these tests.
// It stops after a number of elements a second, which is never reached by counting from infinity.
const internals = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
Object.defineProperty(Reflect.get(React, internals), "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
});
afterEach(cleanup);
// react-aria announces 100 ms later when its region is still there, which may be after the document has gone
afterAll(() => document.querySelector("[data-live-announcer]")?.remove());
// milliseconds for waitFor and findBy; a loaded machine takes seconds
configure({ asyncUtilTimeout: 60_000, getElementError: createQueryError });

/** Prints the document when the message is read: `findBy` and `waitFor` drop the errors of all attempts but the last. */
function createQueryError(message: string | null, container: Element): Error {
  const error = new Error(message ?? "");
  error.name = "TestingLibraryElementError";
  Error.captureStackTrace(error, createQueryError);
  const print = () => `${message ?? ""}\n\n${prettyDOM(container)}`;
  return Object.defineProperty(error, "message", { configurable: true, get: print });
}

/** Renders the element with the stores of a tab, and returns the stores with a simulated user. */
export function renderInTab(element: ReactNode, tab: Tab = createTab()) {
  const user = userEvent.setup();
  const { rerender, unmount } = render(element, {
    wrapper: ({ children }) => <StoresProvider stores={tab.stores}>{children}</StoresProvider>,
  });
  return { ...tab, user, rerender, unmount };
}

/** Opens a select or menu, and picks from it. */
export async function pick(
  user: ReturnType<typeof userEvent.setup>,
  trigger: HTMLElement,
  name: string | RegExp,
) {
  await user.click(trigger);
  const role = screen.queryByRole("menu") ? "menuitem" : "option";
  await user.click(await screen.findByRole(role, { name }));
}

/** Replaces the text of a field by pasting, which is faster than typing it. */
export async function fill(
  user: ReturnType<typeof userEvent.setup>,
  field: HTMLElement,
  text: string,
) {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

/** The accessible description of an element. */
export function descriptionOf(element: HTMLElement): string {
  const ids = (element.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

/** Every element is visible, and has a size. */
class EverythingInView implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
    queueMicrotask(() => this.#callback([entry], this));
  }
  unobserve() {}
  disconnect() {}
  takeRecords = () => [];
}

class FixedSizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** The events of jsdom's WebSocket are not those of Node, so the one of `ws` takes its place. */
class PageWebSocket extends NodeWebSocket {
  constructor(url: string | URL) {
    super(url, { origin: location.origin });
    // in Node, an error event without a listener is thrown
    this.on("error", () => {});
  }
}

// the one of jsdom has no streams
vi.stubGlobal("Blob", NodeBlob);
// those of jsdom are of another realm than what Web Crypto, fetch and TextEncoder return
const { buffer } = new TextEncoder().encode(" ");
vi.stubGlobal("ArrayBuffer", buffer.constructor);
vi.stubGlobal("Uint8Array", Object.getPrototypeOf(Buffer));
vi.stubGlobal("WebSocket", PageWebSocket);
vi.stubGlobal("ResizeObserver", FixedSizes);
vi.stubGlobal("IntersectionObserver", EverythingInView);
vi.stubGlobal("matchMedia", (media: string) =>
  // a touch screen: text areas stand in for Monaco, which jsdom cannot lay out
  Object.assign(new EventTarget(), { media, matches: media === "(pointer: coarse)" }),
);
Element.prototype.scrollIntoView = () => {};
HTMLCanvasElement.prototype.getContext = () => null;
for (const [name, size] of [
  ["offsetWidth", 1024],
  ["offsetHeight", 768],
  ["clientWidth", 1024],
  ["clientHeight", 768],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: size });
}
