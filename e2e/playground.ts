/** Finds parts of the page by role and accessible name. */
import { expect, type Locator, type Page } from "@playwright/test";

export type Playground = ReturnType<typeof createPlayground>;

/** Names every part of the page that the journeys touch. */
export function createPlayground(page: Page) {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  const main = page.getByRole("main", { name: "Workbench" });
  const server = page.getByRole("combobox", { name: "Server" });
  const status = page.getByRole("status", { name: "Connection" });
  const traffic = region("Traffic");
  const messages = traffic.getByRole("grid", { name: "Messages" });
  const result = region("Result");
  const composer = region("Composer");

  /** A list of the explorer, a listbox or a grid. */
  const list = (name: string) =>
    page
      .getByRole("listbox", { name, exact: true })
      .or(page.getByRole("grid", { name, exact: true }));

  /** One entry of a list: its accessible name starts with the item's name. */
  const item = (listName: string, name: string) => {
    const startsWith = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`);
    const within = list(listName);
    return within
      .getByRole("option", { name: startsWith })
      .or(within.getByRole("row", { name: startsWith }));
  };

  /** One field of the form. */
  const field = (name: string) =>
    main
      .getByRole("textbox", { name, exact: true })
      .or(main.getByRole("spinbutton", { name, exact: true }))
      // a text field that the server completes becomes a combobox once there are suggestions
      .or(main.getByRole("combobox", { name, exact: true }));

  /** Puts text into an editor by pasting, so that no auto-closing bracket gets in between. */
  const write = async (editor: Locator, text: string) => {
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await page.keyboard.press("ControlOrMeta+V");
  };

  return {
    page,
    button,
    region,
    main,
    server,
    status,
    traffic,
    messages,
    result,
    composer,
    list,
    item,
    field,
    write,

    /** Presses a control of the header, which is under **More controls** in a narrow window. */
    async press(name: string | RegExp) {
      const more = button("More controls");
      const wanted = page
        .getByRole("button", { name, exact: true })
        .or(page.getByRole("switch", { name, exact: true }));
      await expect(wanted.or(more).first()).toBeVisible();
      if (!(await wanted.isVisible())) await more.click();
      await wanted.click();
    },

    /** A row of Traffic by its text. */
    row: (words: string | RegExp) => messages.getByRole("row", { name: words }),

    /** How many messages and events Traffic holds, in rows that are folded as well. */
    async logged() {
      const text = await traffic.getByTitle("Messages and events").innerText();
      return Number(text.replace(/^.* of /, "").replaceAll(",", ""));
    },

    /** The duration of the call whose result is shown, in milliseconds. */
    async shownMs() {
      const duration = result.getByTitle(/; the page read the answer |^By the page's own clock/);
      return Number(/[\d.]+/.exec(await duration.innerText())?.[0]);
    },

    /** A tab by its exact name. */
    tab: (name: string) => page.getByRole("tab", { name, exact: true }),

    /** Shows a view of the workbench, whose tab is under **More tabs** in a narrow window. */
    async showView(name: string) {
      const bar = page.getByRole("tablist", { name: "Workbench views" });
      const tab = bar.getByRole("tab", { name, exact: true });
      const more = main.getByRole("button", { name: "More tabs" });
      await expect(tab.or(more).first()).toBeVisible();
      if (await tab.isVisible()) return tab.click();
      await more.click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    },

    /** The confirmation before a server is started or contacted. */
    question: (name: "Start command?" | "Connect?") => page.getByRole("alertdialog", { name }),

    /** Types a server's address or command and presses Enter. */
    async enter(text: string) {
      await server.fill(text);
      await server.press("Enter");
    },

    /** Connects to an HTTP server and waits for the connection. */
    async connect(url: string) {
      await this.enter(url);
      await expect(status).toContainText("Connected");
    },

    /** Starts a stdio server, answering the question before it. */
    async start(command: string) {
      await this.enter(command);
      await this.question("Start command?").getByRole("button", { name: "Start" }).click();
      await expect(status).toContainText("Connected");
    },

    /** Selects an item and waits until the workbench shows it. */
    async open(listName: string, name: string) {
      await item(listName, name).click();
      await expect(main).toContainText(name);
    },

    /** Shows the composer. */
    async openComposer() {
      await page.getByRole("tab", { name: "Composer", exact: true }).click();
      await expect(composer).toBeVisible();
    },
  };
}
