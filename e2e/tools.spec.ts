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

test("the form is filled in, the tool is called by button or key, the result is beside it", {
  tag: "@main",
}, async ({ playground }) => {
  await playground.open("Tools", "echo");
  const message = playground.field("message");
  await message.fill("hello");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: hello");
  await expect(playground.result).toContainText(/\d+(\.\d+)?\s*m?s/);
  await expect(playground.result).toContainText(/\d+ B/);
  await expect(message).toHaveValue("hello");
  await expect(message).toBeInViewport();
  await message.fill("by hand");
  await message.press("ControlOrMeta+Enter");
  await expect(playground.result).toContainText("Echo: by hand");
  // the policy of the page lets it be drawn
  await playground.open("Tools", "get-tiny-image");
  await playground.button("Call tool").click();
  await expect(playground.result.getByRole("img").first()).toBeVisible();
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

test("arguments written in the JSON editor keep their digits in Form and Raw, and reach the server", async ({
  playground,
}) => {
  await playground.open("Tools", "get-sum");
  await playground.tab("JSON").click();
  const editor = playground.page.getByRole("textbox", { name: "Arguments" });
  await playground.write(editor, '{ "a": 12345678901234567890, "b": 1.50 }');
  await playground.tab("Form").click();
  await expect(playground.field("a")).toHaveValue("12345678901234567890");
  await expect(playground.field("b")).toHaveValue("1.50");
  await playground.field("a").fill("2");
  await playground.tab("Raw").click();
  await expect(playground.main).toContainText('"tools/call"');
  await expect(playground.main).toContainText("1.50");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("The sum of 2 and 1.5 is 3.5");
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
  await detail.getByRole("tab", { name: "Raw" }).click();
  await expect(detail).toContainText(
    / ms until the response on the network · read by the page [\d.]+ m?s later/,
  );
});
