import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { mergeChunks } from "./mergeChunks.ts";

/** Builds modules into a folder: those named `lazy…` into one file, and `names.js` into one. */
async function buildModules(
  modules: Readonly<Record<string, string>>,
  entries = ["main.js", "other.js"],
) {
  const root = await mkdtemp(join(tmpdir(), "merge-chunks-"));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  for (const [name, text] of Object.entries(modules)) await writeFile(join(root, name), text);
  await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [mergeChunks()],
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: entries.map((name) => join(root, name)),
        preserveEntrySignatures: "allow-extension",
        output: {
          codeSplitting: {
            groups: [
              { name: "callback-channel", test: /names\.js$/, priority: 2 },
              { name: "group", test: /lazy\w+\.js$/, priority: 1 },
            ],
          },
        },
      },
    },
  });
  const folder = join(root, "dist", "assets");
  const files = await readdir(folder);
  const load = (name: string) => {
    const file = files.find((one) => one.startsWith(`${name}-`)) ?? "";
    return import(pathToFileURL(join(folder, file)).href);
  };
  return { names: files.map((file) => file.replace(/-.{8}\.js$/, "")).sort(), load };
}

const modules = {
  "main.js": `import { shared } from "./names.js";
    export const one = () => import("./lazyOne.js");
    export const two = () => import("./lazyTwo.js");
    export const own = [...shared];`,
  "other.js": `import { shared } from "./names.js";
    export const ofOther = [...shared];`,
  "names.js": `export const shared = ["shared"];`,
  "lazyOne.js": `export const value = "one"; export const first = () => value;`,
  "lazyTwo.js": `export const second = "two";`,
};

test("files that only re-export are removed, and tiny ones are copied into their importers", async () => {
  const { names, load } = await buildModules(modules);
  expect(names).toEqual(["group", "main", "other"]);
  const main = await load("main");
  expect((await main.one()).first()).toBe("one");
  expect((await main.two()).second).toBe("two");
  expect(main.own).toEqual(["shared"]);
  expect((await load("other")).ofOther).toEqual(["shared"]);
});

test("two modules of a group can export the same name", async () => {
  const { load } = await buildModules({ ...modules, "lazyTwo.js": `export const value = "two";` });
  const main = await load("main");
  expect((await main.one()).value).toBe("one");
  expect((await main.two()).value).toBe("two");
});

test("an entry that only re-exports keeps its file, because it is requested by its name", async () => {
  const { names, load } = await buildModules(modules, ["main.js", "lazyOne.js"]);
  expect(names).toContain("lazyOne");
  expect(await load("lazyOne")).toMatchObject({ value: "one" });
});
