/** Checks that the assertion at the end of every journey detects each kind of violation. */
import { expect, test } from "@playwright/test";
import { startBadServer } from "./servers/misbehaving/bad.ts";
import { freePort } from "./servers/process.ts";
import { watch } from "./watch.ts";

test("errors, policy violations and requests to other origins are detected, allowed servers are not", async ({
  context,
  page,
}) => {
  const bad = await startBadServer();
  const stranger = `http://127.0.0.1:${await freePort()}/`;
  const policy = "default-src 'none'; script-src 'self'; img-src data:; connect-src *";
  const origin = new URL(bad.url("pages")).origin;
  const watched = watch(context, [origin]);
  await page.route(`${origin}/`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": policy },
      body: '<!doctype html><link rel="icon" href="data:,"><title>Watched</title>',
    }),
  );
  await page.goto(`${origin}/`);
  await page.evaluate((url) => fetch(url, { method: "POST" }), bad.url("500", true));
  await page.evaluate(
    (url) => fetch(url, { method: "POST", body: '{"id":1}' }),
    bad.url("500", true),
  );
  expect(watched.complaints()).toEqual([]);

  await page.evaluate(() => console.error("something broke"));
  await page.evaluate((url) => fetch(url).catch(() => undefined), stranger);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.head.append(script);
    setTimeout(() => {
      throw new Error("nobody caught me");
    });
  });
  const complaints = () => watched.complaints().join("\n");
  await expect.poll(complaints).toContain("nobody caught me");
  expect(complaints()).toContain("something broke");
  expect(complaints()).toContain(`request to a stranger: ${stranger}`);
  expect(complaints()).toMatch(/Content Security Policy/i);
  await bad.close();
});
