import { renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createManualClock } from "../../shared/core/manualClock.fixture.ts";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import type { RelayLink } from "../../shared/relay/client/relayLink.ts";
import { watchThroughRelay } from "../../shared/relay/client/relayWatch.ts";
import type { WatchRequest } from "../../shared/relay/frames/watchFrames.ts";
import { newId, openLink, openRelay, temporaryFolder, until } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { createChangeReports } from "./changeReports.ts";
import { commandFiles } from "./commandFiles.ts";

/** A page whose relay watches a server. */
async function watched(wish: WatchRequest, options: RelayOptions = {}) {
  const { link, sockets } = await openLink(await openRelay(options));
  return { ...(await watch(link, wish)), link, sockets };
}

/** Has a page watch a server. Returns what it hears, and how it stops. */
async function watch(link: RelayLink, wish: WatchRequest) {
  const heard = {
    facts: undefined as { directory: string; paths: readonly string[]; files: number } | undefined,
    times: 0,
    changes: [] as string[][],
    /** How often the port was gone, and back. */
    gone: 0,
    backs: 0,
    end: undefined as string | Failure | undefined,
  };
  const stop = watchThroughRelay(link, newId(), wish, {
    watching(facts) {
      heard.facts = facts;
      heard.times++;
    },
    changed: (paths) => void heard.changes.push([...paths]),
    portIsGone: () => void heard.gone++,
    portIsBack: () => void heard.backs++,
    ended: (reason) => {
      heard.end = reason;
    },
  });
  await until(() => heard.facts ?? heard.end);
  return { heard, stop };
}

const ignored = ["node_modules", ".git", "dist"];

/** A project in a temporary folder. */
async function project(files: readonly string[]) {
  const folder = temporaryFolder();
  for (const file of files) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), "1");
  }
  const at = (file: string) => join(folder, file);
  const wish = (over: Partial<Extract<WatchRequest, { kind: "files" }>> = {}): WatchRequest => ({
    kind: "files",
    command: process.execPath,
    args: [at("src/server.js")],
    cwd: folder,
    paths: [],
    ignored,
    ...over,
  });
  return { folder, at, wish };
}

const usual = [
  "package.json",
  "src/server.js",
  "src/tools/add.js",
  "src/data.db",
  "node_modules/x/index.js",
  "dist/server.js",
];

test("the project of a script is watched, without dependencies, build output or files that a server writes", async () => {
  const { folder, at, wish } = await project(usual);
  const { heard } = await watched(wish());
  expect(heard.facts).toMatchObject({ directory: folder, paths: [folder], files: 3 });
  await writeFile(at("node_modules/x/index.js"), "2");
  await writeFile(at("dist/server.js"), "2");
  await writeFile(at("src/data.db"), "2");
  await writeFile(at("src/tools/add.js"), "2");
  await until(() => heard.changes[0]);
  await writeFile(at("package.json"), "2");
  await until(() => heard.changes.flat().includes("package.json"));
  expect([...new Set(heard.changes.flat())]).toEqual([
    join("src", "tools", "add.js"),
    "package.json",
  ]);
});

test("changed, new and deleted files are reported", async () => {
  const { at, wish } = await project(usual);
  const { heard } = await watched(wish());
  writeFileSync(at("src/new.js"), "1");
  writeFileSync(at("src/server.js"), "2");
  rmSync(at("src/tools/add.js"));
  await until(() => new Set(heard.changes.flat()).size === 3);
  expect(new Set(heard.changes.flat())).toEqual(
    new Set([join("src", "new.js"), join("src", "server.js"), join("src", "tools", "add.js")]),
  );
});

test("changes in a row are reported once, and at the latest a second after the first", () => {
  const clock = createManualClock();
  const reports: (readonly string[])[] = [];
  const changes = createChangeReports(clock, (paths) => void reports.push(paths));
  for (const path of ["b", "a", "b"]) {
    changes.note(path);
    clock.advance(149);
  }
  expect(reports).toEqual([]);
  clock.advance(1);
  expect(reports.splice(0)).toEqual([["a", "b"]]);

  for (let index = 0; index < 10; index++) {
    changes.note(`${index}`);
    clock.advance(100);
  }
  expect(reports.splice(0)).toEqual([Array.from({ length: 10 }, (_, index) => `${index}`)]);

  changes.note("last");
  changes.stop();
  clock.advance(2000);
  expect(reports).toEqual([]);
  expect(clock.waits()).toEqual([]);
});

test("an editor that replaces the file causes one change", async () => {
  const { at, wish } = await project(usual);
  const { heard } = await watched(wish());
  writeFileSync(at("src/.server.js.tmp"), "2");
  renameSync(at("src/.server.js.tmp"), at("src/server.js"));
  await until(() => heard.changes[0]);
  await writeFile(at("package.json"), "2");
  await until(() => heard.changes.flat().includes("package.json"));
  expect(heard.changes).toEqual([[join("src", "server.js")], ["package.json"]]);
});

test("named files and globs are watched, whatever their names", async () => {
  const { at, wish } = await project(usual);
  const { heard } = await watched(wish({ paths: ["src/data.db", "src/**/*.js"] }));
  expect(heard.facts).toMatchObject({ files: 3 });
  await writeFile(at("package.json"), "2");
  await writeFile(at("src/data.db"), "2");
  await until(() => heard.changes[0]);
  expect(heard.changes).toEqual([[join("src", "data.db")]]);
});

test("the watch continues after a dropped socket", async () => {
  const { at, wish } = await project(usual);
  const { heard, sockets } = await watched(wish());
  sockets.at(-1)?.terminate();
  await until(() => heard.times === 2);
  await writeFile(at("src/server.js"), "2");
  await until(() => heard.changes[0]);
});

test("reports nothing after it is stopped", async () => {
  const { at, wish } = await project(usual);
  const { heard, stop, link } = await watched(wish());
  stop();
  const other = await watch(link, wish());
  for (const file of ["src/server.js", "package.json"]) {
    const before = other.heard.changes.length;
    await writeFile(at(file), "2");
    await until(() => other.heard.changes.length > before);
  }
  expect(heard.changes).toEqual([]);
  expect(heard.end).toBeUndefined();
});

test.each<readonly [words: RegExp, over: Partial<Extract<WatchRequest, { kind: "files" }>>]>([
  [/no file or directory .*absent\.js/, { paths: ["absent.js"] }],
  [/too broad to watch/, { paths: ["/"] }],
  [/too broad to watch/, { paths: [homedir()] }],
  [/no local files/, { command: "npx", args: ["-y", "some-server"], cwd: homedir() }],
])("%s", async (words, over) => {
  const { wish } = await project(usual);
  const { heard } = await watched(wish(over));
  expect(heard.end).toMatch(words);
});

test("more files than the limit are refused, and so are more watches", async () => {
  const { wish } = await project(usual);
  const few = await watched(wish(), { limits: { watchedFiles: 2 } });
  expect(few.heard.end).toMatch(/more than 2 files/);
  const none = await watched(wish(), { limits: { watchesPerPage: 0 } });
  expect(none.heard.end).toMatch(/as many servers as the relay allows/);
});

test.each<readonly [args: readonly string[], own: readonly string[]]>([
  [["src/server.js"], ["."]],
  [["--import", "./src/hook.js", "dist/server.js"], ["."]],
  [["dist/server.js"], ["dist"]],
  [["node_modules/x/index.js"], ["."]],
  [["src/server.js", "data"], ["."]],
])("%j", async (args, own) => {
  const { folder } = await project([...usual, "src/hook.js", "data/x.json"]);
  const found = await commandFiles({ command: "node", args, cwd: folder });
  expect(found).toEqual(own.map((path) => join(folder, path)));
});

test("watches the directory that a launcher names", async () => {
  const { folder } = await project(["server/main.py", "data/x.json"]);
  const args = ["run", "--directory", join(folder, "server"), "main.py"];
  expect(await commandFiles({ command: "uv", args })).toEqual([join(folder, "server")]);
});

test("a package that a launcher downloads has no files to watch", async () => {
  expect(await commandFiles({ command: "npx", args: ["-y", "server-everything"] })).toEqual([]);
});

/** A listener that can be closed. */
async function listening(port = 0) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const leave = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(leave);
  return { port: (server.address() as AddressInfo).port, leave, accepted: () => sockets.size };
}

test("reports each time that a port closes and opens again", async () => {
  let server = await listening();
  const { port } = server;
  const { heard } = await watched({ kind: "port", host: "127.0.0.1", port, reportsGone: true });
  await until(() => server.accepted() > 0);
  for (const times of [1, 2]) {
    server.leave();
    await until(() => heard.gone === times);
    expect(heard.backs).toBe(times - 1);
    server = await listening(port);
    await until(() => heard.backs === times);
  }
});

test("a page that does not ask for it is not told that a port closed", async () => {
  const server = await listening();
  const { port } = server;
  const request = { kind: "port", host: "127.0.0.1", port } as const;
  const { heard } = await watched(request);
  const { heard: other } = await watched({ ...request, reportsGone: true });
  await until(() => server.accepted() === 2);
  server.leave();
  await until(() => other.gone === 1);
  await listening(port);
  await until(() => heard.backs === 1);
  expect(heard.gone).toBe(0);
});

test("a port whose server closes silent connections still counts as open", async () => {
  let closed = 0;
  const server = createServer((socket) => {
    socket.destroy();
    closed++;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { heard } = await watched({ kind: "port", host: "127.0.0.1", port, reportsGone: true });
  await until(() => closed >= 10);
  expect(heard).toMatchObject({ gone: 0, backs: 0 });
});

test("ports of other machines are not watched", async () => {
  const { heard } = await watched({ kind: "port", host: "192.0.2.1", port: 80 });
  expect(heard.end).toMatch(/not of 192\.0\.2\.1/);
});
