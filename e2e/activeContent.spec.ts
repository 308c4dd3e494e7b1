/** Journey: content from a server never becomes a document that runs script. */
import { expect, test } from "./fixtures.ts";

test("media that holds script runs nothing, not even when its address is opened", async ({
  playground,
  context,
  bad,
}) => {
  const { page } = playground;
  // whatever the page makes an address for, somebody could open
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    const made: string[] = [];
    URL.createObjectURL = (object) => {
      const url = create.call(URL, object);
      made.push(url);
      return url;
    };
    Object.assign(globalThis, { made });
  });
  await playground.connect(bad.url("scripts"));
  await playground.open("Tools", "x");
  await playground.button("Call tool").click();
  const pictures = playground.result.getByRole("img", { name: /^From the result/ });
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() => pictures.first().evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(40);

  const addresses = await page.evaluate(() => [
    ...(globalThis as unknown as { made: string[] }).made,
    ...[...document.querySelectorAll("img, audio")].map((media) => (media as HTMLImageElement).src),
  ]);
  for (const address of new Set(addresses.filter((each) => each.startsWith("blob:")))) {
    const opened = await context.newPage();
    await opened.goto(address).catch(() => {});
    await opened.waitForTimeout(200);
    await opened.close();
  }
  expect(
    await page.evaluate(() => [
      localStorage.getItem("script-ran"),
      localStorage.getItem("overheard"),
    ]),
  ).toEqual([null, null]);
});
