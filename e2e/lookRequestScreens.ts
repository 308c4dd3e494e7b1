/** The screens of requests that wait for the user, and the views beside the call, each reached from the one before it. */
import { expect } from "@playwright/test";
import { show } from "./axe.ts";
import type { MeasuredScreen } from "./measureScreen.ts";
import type { Playground } from "./playground.ts";

/** @param url of the official example server */
export const screensOfRequests = (url: string): readonly MeasuredScreen[] => {
  const openTool = async (playground: Playground, tool: string) => {
    await show(playground, "Explorer");
    await playground.item("Tools", tool).click();
    await show(playground, "Workbench");
  };
  const sampling = ({ region }: Playground) => region("Sampling request");
  return [
    {
      name: "header with all controls",
      isPart: true,
      async open(playground) {
        const { page, button, status } = playground;
        await playground.connect(url);
        await page
          .getByRole("combobox", { name: "Protocol revision" })
          .or(button("More controls"))
          .first()
          .click();
        await page.keyboard.press("Escape");
        await playground.press("Connection options");
        await expect(page.getByRole("dialog", { name: "Connection options" })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(button("Add server")).toBeVisible();
        await expect(button("Disconnect")).toBeVisible();
        expect((await status.boundingBox())?.width).toBeGreaterThan(100);
      },
      // no control is over another one
      async also({ page, button }) {
        const restarts = await page.getByRole("switch", { name: "Follow restarts" }).boundingBox();
        const share = await button("Share").boundingBox();
        const isBelow = (restarts?.y ?? 0) >= (share?.y ?? 0) + (share?.height ?? 0);
        const isBefore = (restarts?.x ?? 0) + (restarts?.width ?? 0) <= (share?.x ?? 0);
        expect.soft(isBelow || isBefore).toBe(true);
      },
    },
    {
      name: "sampling request",
      pane: "Workbench",
      async open(playground) {
        await openTool(playground, "trigger-sampling-request");
        await playground.field("prompt").fill("Say **something** kind");
        await playground.button("Call tool").click();
        await expect(sampling(playground)).toBeVisible();
      },
    },
    {
      name: "rules",
      isPart: true,
      pane: "Workbench",
      async open(playground) {
        const request = sampling(playground);
        await request.getByRole("textbox", { name: "Response" }).fill("Kind");
        await request.getByRole("button", { name: "Answer like this from now on" }).click();
        await playground.page.getByRole("switch", { name: /^Answer trigger/ }).press("Space");
      },
    },
    {
      name: "models",
      isPart: true,
      async open({ page, tab, button }) {
        await tab("Models").click();
        await button("Add a model").click();
        await expect(page.getByRole("dialog", { name: "Add a model" })).toBeVisible();
      },
    },
    {
      name: "sampling playground",
      isPart: true,
      pane: "Workbench",
      async open(playground) {
        await playground.page.keyboard.press("Escape");
        await playground.tab("Playground").click();
        await sampling(playground).getByRole("tab", { name: "Form" }).click();
      },
    },
    {
      name: "elicitation",
      isPart: true,
      pane: "Workbench",
      async open(playground) {
        await sampling(playground).getByRole("button", { name: "Decline" }).click();
        await playground.showView("Call");
        await openTool(playground, "trigger-elicitation-request");
        await playground.button("Call tool").click();
        await expect(playground.region("Elicitation request")).toBeVisible();
      },
    },
    {
      name: "URL elicitation required",
      isPart: true,
      pane: "Workbench",
      async open(playground) {
        const elicitation = playground.region("Elicitation request");
        await elicitation.getByRole("button", { name: "Cancel" }).click();
        await openTool(playground, "trigger-url-elicitation");
        await playground.tab("JSON").click();
        await playground.write(
          playground.page.getByRole("textbox", { name: "Arguments" }),
          '{"url":"https://example.com/consent","errorPath":true}',
        );
        await playground.page.keyboard.press("ControlOrMeta+Enter");
        await expect(playground.region("URL elicitation required")).toBeVisible();
      },
    },
    {
      name: "roots and capabilities",
      isPart: true,
      async open(playground) {
        await playground.press("Connection options");
        await expect(playground.page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "chat",
      pane: "Workbench",
      async open(playground) {
        await playground.page.keyboard.press("Escape");
        await playground.showView("Chat");
        await expect(playground.page.getByRole("tabpanel", { name: "Chat" })).toBeVisible();
      },
    },
    {
      name: "saved calls",
      isPart: true,
      pane: "Workbench",
      async open(playground) {
        const { page, button } = playground;
        await playground.showView("Call");
        await openTool(playground, "echo");
        await playground.showView("History");
        await page.getByRole("radio", { name: "Saved" }).click();
        await button("New collection").click();
        await button("Save open call").click();
        await button("Add check").click();
        await page.getByRole("menuitem", { name: "Equals" }).click();
        await page.getByRole("button", { name: /^Run all/ }).click();
        await expect(playground.region("Saved calls")).toContainText(/of 1 · /);
      },
    },
    {
      name: "export",
      isPart: true,
      async open({ page, button }) {
        await button("Share").click();
        await page
          .getByRole("dialog", { name: "Share session" })
          .getByRole("button", { name: "Export", exact: true })
          .click();
        await expect(page.getByRole("textbox", { name: "Content of session.md" })).toBeVisible();
      },
    },
  ];
};
