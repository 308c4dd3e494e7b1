/** Renders the whole page with the stores of a tab, and finds its parts by role and name. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished } from "vitest";
import { renderInTab } from "../component.fixture.tsx";
import { createMemoryStorage } from "../platform/memoryStorage.fixture.ts";
import { App } from "./App.tsx";
import { createSingleKeys } from "./commands/singleKeys.ts";
import { createDensity } from "./layout/density.ts";
import { createLayout } from "./layout/layout.ts";
import { createTheme } from "./layout/theme.ts";
import { createTab } from "./stores/tab.fixture.ts";

export const button = (name: string) => screen.getByRole("button", { name });
export const server = () => screen.getByRole("combobox", { name: "Server" });
export const status = () => screen.getByRole("status", { name: "Connection" });
export const result = () => screen.getByRole("region", { name: "Result" });
export const detail = () => screen.getByRole("region", { name: "Message detail" });

const isUnavailable = (element: HTMLElement) =>
  element.getAttribute("aria-disabled") === "true" || element.hasAttribute("disabled");

/** A row of Traffic by its text, once it is there. */
export const trafficRow = async (name: RegExp) =>
  within(await screen.findByRole("grid", { name: "Messages" })).findByRole("row", { name });

/** Waits until an element has this text. */
export const shows = (element: () => HTMLElement, text: string | RegExp) =>
  waitFor(() => expect(element().textContent).toMatch(text));

/** Renders the page of a tab, whose connections are closed when the test ends. */
export function renderPage(tab = createTab()) {
  const { stores, base } = tab;
  const storage = createMemoryStorage();
  const root = document.documentElement;
  const parts = {
    layout: createLayout(storage),
    theme: createTheme({ storage, root }),
    density: createDensity({ storage, root }),
    singleKeys: createSingleKeys(storage),
  };
  const { user } = renderInTab(<App {...{ stores, base, ...parts }} />, tab);
  onTestFinished(() => stores.connections.connector.disconnect());

  const press = async (name: string | RegExp, container: HTMLElement = document.body) => {
    const found = await within(container).findByRole("button", { name });
    // what confirms is available a moment after it has appeared
    await waitFor(() => expect(isUnavailable(found)).toBe(false));
    await user.click(found);
  };
  const answer = async (question: string, name: string) =>
    press(name, await screen.findByRole("alertdialog", { name: question }));
  const enter = async (text: string) => {
    act(() => server().focus());
    // as typed: what is pasted is guarded
    fireEvent.change(server(), { target: { value: text } });
    await user.keyboard("{Enter}");
  };
  return {
    ...tab,
    user,
    /** Presses a button, of the whole page or of an element, once it is available. */
    press,
    /** Presses a button of a question. */
    answer,
    /** Types an address or a command and presses Enter. */
    enter,
    /** Connects to a server over HTTP. */
    async connect(url: string) {
      await enter(url);
      await shows(status, "Connected");
    },
    /** Types a command and agrees to start it. */
    async start(command: string) {
      await enter(command);
      await answer("Start command?", "Start");
    },
    /** Opens an item of a list. */
    async open(list: string, name: string) {
      const items = await screen.findByRole("listbox", { name: list });
      await user.click(await within(items).findByRole("option", { name: new RegExp(`^${name}`) }));
      await screen.findByRole("region", { name: "Result" });
    },
  };
}
