/** Journey: content from a server never becomes a document that runs script. */
import { expect, test } from "./fixtures.ts";

test("media that contains script runs nothing, not even when its URL is opened", async ({
  playground,
  context,
  bad,
}) => {
  const { page } = playground;
  // the user could open every blob URL that the page creates
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
  await playground.result.getByRole("button", { name: "Draw image" }).first().click();
  const pictures = playground.result.getByRole("img", { name: /^Image, / });
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
    // until it is loaded, and its scripts have run; some are downloaded instead
    await opened.goto(address).catch(() => {});
    await opened.close();
  }
  expect(
    await page.evaluate(() => [
      localStorage.getItem("script-ran"),
      localStorage.getItem("overheard"),
    ]),
  ).toEqual([null, null]);
});

test("script enters the document only through the page's own Trusted Types policies", async ({
  browser,
  relay,
}) => {
  // a separate context: refusals in it are logged to the console, which the fixture forbids
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(relay.createLink());
  // the page's code claims its policy before it shows anything from outside
  await page.locator("#shell").waitFor({ state: "detached" });
  const attempts = await page.evaluate(() => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    const attack = (name: string, act: () => unknown) => {
      try {
        act();
        return `${name}: done`;
      } catch (error) {
        return `${name}: ${(error as Error).name}`;
      }
    };
    const make = (name: string) => () => trustedTypes.createPolicy(name, {});
    return [
      attack("markup", () => {
        document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>";
      }),
      attack("script", () => {
        document.createElement("script").src = "/api/blobs/abcdefghijklmnopqrstuv";
      }),
      attack("worker", () => new Worker("/assets/worker.js")),
      attack("a frame's document", () => {
        document.createElement("iframe").srcdoc = "<script>alert(1)</script>";
      }),
      attack("another policy", make("anything")),
      attack("the default policy", make("default")),
      attack("the page's policy a second time", make("mcp-playground")),
    ];
  });
  expect(attempts.filter((each) => !each.endsWith(": TypeError"))).toEqual([]);
  const refused = await page.evaluate(() => {
    const violation = new Promise<string>((resolve) => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        if (effectiveDirective.startsWith("frame")) resolve(effectiveDirective);
      });
    });
    const frame = document.createElement("iframe");
    frame.src = URL.createObjectURL(new Blob(["framed"], { type: "text/html" }));
    document.body.append(frame);
    return violation;
  });
  expect(refused).toBe("frame-src");
  await context.close();
});
