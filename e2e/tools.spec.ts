/** Journey: selects a tool, fills in its form, calls it and reads the result. */
import { expect, test } from "./fixtures.ts";
import { lateMs } from "./servers/misbehaving/bad.ts";

declare global {
  interface Window {
    /** What {@link watchScreen} saw. */
    watched(): { readonly screens: readonly string[]; readonly shifts: readonly string[] };
  }
}

/** Runs in the page: records every state of the workbench, and what moves in it. */
function watchScreen() {
  // a machine under load needs longer than the page waits before it shows that a call is in
  // progress
  const { setTimeout: platformTimer } = window;
  window.setTimeout = ((run: () => void, ms = 0) =>
    platformTimer(run, ms > 50 && ms <= 100 ? 20_000 : ms)) as typeof setTimeout;
  const main = document.querySelector("main");
  const screens: string[] = [];
  const shifts: string[] = [];
  const look = () => {
    const busy = main?.querySelector("[aria-busy=true], [role=progressbar]") ? " (busy)" : "";
    const text = (main?.innerText ?? "") + busy;
    if (text !== screens.at(-1)) screens.push(text);
  };
  look();
  new MutationObserver(look).observe(document.body, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  const note = (entry: PerformanceEntry) => {
    const { sources } = entry as PerformanceEntry & { sources: readonly { node: Node | null }[] };
    for (const { node } of sources) {
      if (main?.contains(node)) shifts.push(`${node?.nodeName} ${node?.textContent}`);
    }
  };
  observer.observe({ type: "layout-shift" });
  window.watched = () => {
    observer.takeRecords().forEach(note);
    return { screens, shifts };
  };
}

test.beforeEach(async ({ playground, everything }) => {
  await playground.connect(everything.url);
});

test("the form is filled in, the tool is called, the result is beside it", {
  tag: "@main",
}, async ({ playground }) => {
  await playground.open("Tools", "echo");
  await playground.field("message").fill("hello");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: hello");
  await expect(playground.result).toContainText(/\d+(\.\d+)?\s*m?s/);
  await expect(playground.result).toContainText(/\d+ B/);
  await expect(playground.field("message")).toHaveValue("hello");
  await expect(playground.field("message")).toBeInViewport();
});

test("Ctrl/Cmd+Enter calls the tool from its field", async ({ playground }) => {
  await playground.open("Tools", "echo");
  await playground.field("message").fill("by hand");
  await playground.field("message").press("ControlOrMeta+Enter");
  await expect(playground.result).toContainText("Echo: by hand");
});

test("a quick call replaces one result by the next, without intermediate states or layout shifts", async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open("Tools", "echo");
  await playground.field("message").fill("first");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: first");
  await playground.field("message").fill("other");
  await expect(playground.result).toContainText("Echo: first");
  await page.evaluate(watchScreen);
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: other");
  const { screens, shifts } = await page.evaluate(() => window.watched());
  expect(screens.map((text) => text.replace(/[\d.]+ (ms|s)\b/, "… ms"))).toEqual([
    expect.stringContaining("Echo: first"),
    expect.stringContaining("Echo: other"),
  ]);
  expect(shifts).toEqual([]);
});

test("numbers keep their digits between Form and JSON", async ({ playground }) => {
  await playground.open("Tools", "get-sum");
  await playground.field("a").fill("12345678901234567890");
  await playground.field("b").fill("1.50");
  await playground.tab("JSON").click();
  await expect(playground.main).toContainText("12345678901234567890");
  await expect(playground.main).toContainText("1.50");
  await playground.tab("Form").click();
  await expect(playground.field("a")).toHaveValue("12345678901234567890");
  await expect(playground.field("b")).toHaveValue("1.50");
});

test("arguments written as JSON reach the form and the server", async ({ playground }) => {
  await playground.open("Tools", "get-sum");
  await playground.tab("JSON").click();
  const editor = playground.page.getByRole("textbox", { name: "Arguments" });
  await playground.write(editor, '{ "a": 2, "b": 40 }');
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("The sum of 2 and 40 is 42");
  await playground.tab("Form").click();
  await expect(playground.field("b")).toHaveValue("40");
});

test("keys and palette lead to what is missing in an untouched form before they send it", async ({
  playground,
}) => {
  const { page, field } = playground;
  const byKeys = () => page.keyboard.press("ControlOrMeta+Enter");
  const byPalette = async () => {
    await playground.button("Command palette").click();
    await page.getByRole("combobox", { name: "Find a command" }).fill("run the selected item");
    await page.keyboard.press("Enter");
  };
  for (const [tool, name, attempt] of [
    ["echo", "message", byKeys],
    ["get-sum", "a", byPalette],
  ] as const) {
    await playground.open("Tools", tool);
    await expect(playground.button("Call tool")).toBeEnabled();
    await attempt();
    await expect(playground.button("Call anyway")).toBeVisible();
    await expect(field(name)).toBeFocused();
    await expect(playground.row(/tools\/call/)).toHaveCount(0);
  }
  await byPalette();
  await expect(playground.result).toContainText("nvalid");
});

test("arguments that do not fit are marked at the field and sent anyway", async ({
  playground,
}) => {
  await playground.open("Tools", "get-sum");
  await playground.field("a").fill("many");
  await expect(playground.field("a")).toHaveAttribute("aria-invalid", "true");
  await playground.button("Call anyway").click();
  await expect(playground.result).toContainText(/invalid|expected number/i);
});

test("what does not fit is listed, and each entry leads to its field", async ({ playground }) => {
  await playground.open("Tools", "get-sum");
  await playground.field("a").fill("1");
  await playground.main.getByRole("button", { name: /^1 problem with the arguments/ }).click();
  const problems = playground.main.getByRole("list", { name: "Problems" });
  await problems.getByRole("button", { name: /^b/ }).click();
  await expect(playground.field("b")).toBeFocused();
  await playground.page.keyboard.type("2");
  await expect(problems).toHaveCount(0);
});

test("structured content, an image and links are shown as what they are", async ({
  playground,
}) => {
  await playground.open("Tools", "get-structured-content");
  await playground.main.getByRole("radio", { name: "Chicago" }).check();
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Light rain / drizzle");
  await playground.open("Tools", "get-tiny-image");
  await playground.button("Call tool").click();
  await expect(playground.result.getByRole("img").first()).toBeVisible();
  await playground.open("Tools", "get-resource-links");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("demo://resource/dynamic/");
});

test("progress is seen while a tool runs, and it can be cancelled", async ({ playground }) => {
  await playground.open("Tools", "trigger-long-running-operation");
  await playground.field("duration").fill("20");
  await playground.field("steps").fill("40");
  await playground.button("Call tool").click();
  await expect(playground.result).toHaveAttribute("aria-busy", "true");
  await expect(playground.page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
  await playground.button("Cancel request").click();
  const call = playground.row(/tools\/call.*cancelled/);
  await call.getByRole("button", { name: "Parts" }).click();
  await expect(playground.row(/notifications\/cancelled/)).toBeVisible();
  await expect(playground.result).not.toHaveAttribute("aria-busy", "true");
  await expect(playground.status).toContainText("Connected");
});

test("a duration is the network's, however busy the page is when the answer arrives", async ({
  playground,
  bad,
}) => {
  const { page } = playground;
  await playground.connect(bad.url("late"));
  await playground.open("Tools", "x");
  const network = () => page.workers().find((worker) => /networkWorker/.test(worker.url()));
  await expect.poll(network).toBeDefined();
  await network()?.evaluate(() => undefined);
  await playground.button("Call tool").evaluate((button) => {
    (button as HTMLElement).click();
    setTimeout(() => {
      const end = performance.now() + 1900;
      while (performance.now() < end);
    }, 100);
  });
  await expect(playground.result).toContainText("late");
  const [, ms] = /(?<!≤ )\b(\d+) ms/.exec(await playground.result.innerText()) ?? [];
  expect(Number(ms)).toBeGreaterThanOrEqual(lateMs - 5);
  await playground
    .row(/^sent.*tools\/call.* ms/)
    .last()
    .click();
  const detail = playground.region("Message detail");
  await expect(detail).toContainText(
    / ms until the response on the network · read by the page [\d.]+ m?s later/,
  );
});

test("Raw shows the whole request that will be sent", async ({ playground }) => {
  await playground.open("Tools", "echo");
  await playground.field("message").fill("seen");
  await playground.tab("Raw").click();
  await expect(playground.main).toContainText('"tools/call"');
  await expect(playground.main).toContainText("seen");
});
