/** The gallery of controls: contrast, sizes, type and motion of every state, in one page. */
import { join } from "node:path";
import { createServer } from "vite";
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { isMonoSentence, longMotions, sizes, smallTargets, textStyles } from "./lookMeasures.ts";
import { projectRoot } from "./runScript.ts";

async function startGallery() {
  // a mode in which the dev server starts no relay
  const server = await createServer({
    configFile: join(projectRoot, "vite.config.ts"),
    mode: "test",
    logLevel: "error",
    cacheDir: join(projectRoot, "dist/cache/gallery"),
    server: { host: "127.0.0.1", port: 0 },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== "object" || !address) throw new Error("The dev server does not listen");
  return { server, url: `http://127.0.0.1:${address.port}/gallery.html` };
}

test("every state of every control is readable, large enough and in its place", async ({
  playground,
  watched,
}) => {
  test.slow();
  const { page } = playground;
  const { server, url } = await startGallery();
  watched.allow(url);
  await page.goto(url);
  const bar = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(page.getByRole("table", { name: "Orders" })).toBeVisible();

  await test.step("the call bar says what a call does or waits for", async () => {
    await expect(bar("queued")).toContainText(
      "Queued every connection to https://demo.invalid is in use",
    );
    await expect(bar("running")).toContainText(/Running\s*[\d.]+ s of 60 s/);
    await expect(bar("progress")).toContainText("3 of 5");
    await expect(bar("waits for you")).toContainText(/Waits for you\s*[\d.]+ s · timeout paused/);
    await expect(bar("task")).toHaveText(/^Synthesizing findings working.*d1d1$/);
    await expect(bar("task that asks")).toContainText("Waits for you");
  });

  await test.step("the time strip names server, user and queue with their durations", async () => {
    const results = page.getByRole("region", { name: "Results" });
    for (const part of ["server 1.52 s", "waited for you 4.10 s", "queued 800 ms"]) {
      await expect(results).toContainText(part);
    }
  });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await check(playground, `gallery, ${width} px`);
    expect(await page.evaluate(smallTargets, 24)).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: "active" });
  await check(playground, "gallery, forced colours");
  await page.emulateMedia({ forcedColors: "none" });

  expect(await page.evaluate(longMotions, 150)).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await page.evaluate(longMotions, 1)).toEqual([]);

  const texts = await page.evaluate(textStyles);
  expect(texts.filter(({ size }) => !sizes.includes(size))).toEqual([]);
  expect(texts.filter(isMonoSentence)).toEqual([]);
  await server.close();
});
