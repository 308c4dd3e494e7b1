import { expect, test } from "vitest";
import { encodeText } from "../../core/bytes.ts";
import { deflate } from "../deflate.ts";
import {
  createLiveReader,
  createLiveWriter,
  type LiveDocument,
  type LiveReader,
} from "./liveDocuments.ts";
import { createLiveAddress, formatLive, type LiveAddress, parseLive } from "./liveLink.ts";

const server = { kind: "http", url: "https://a.example/mcp" } as const;
const head = { format: "mcp-playground/1", server, connections: [{ id: "1", server }] } as const;
const entry = (text: string) =>
  ({ kind: "message", at: 1, direction: "in", carrier: "http", text }) as const;

const chunkBytes = 1000;

async function chunksOf(address: LiveAddress, ...documents: LiveDocument[]) {
  const writer = await createLiveWriter(address, chunkBytes);
  const all: Uint8Array<ArrayBuffer>[] = [];
  for (const document of documents) {
    const { from, chunks } = await writer.write(document);
    expect(from).toBe(all.length);
    all.push(...chunks);
  }
  return all;
}

/** Reads chunks in an order, up to the first problem. */
async function readAll(
  reader: LiveReader,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  order?: number[],
) {
  const read: unknown[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const result = await reader.read(order?.[index] ?? index, chunk);
    if (result !== undefined) read.push(result);
    if (typeof result === "string") break;
  }
  return read;
}

/** Text that cannot be compressed to less than a chunk. */
const long = Array.from({ length: 400 }, () => Math.random().toString(36)).join("");

test("documents of any size are restored, from chunks of limited size", async () => {
  const address = createLiveAddress();
  const documents: LiveDocument[] = [
    { head, entries: [entry("{}")] },
    { entries: [entry(long)], skipped: 2 },
    { isEnd: true },
  ];
  const chunks = await chunksOf(address, ...documents);
  expect(chunks.length).toBeGreaterThan(4);
  expect(Math.max(...chunks.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(chunkBytes);
  const reader = await createLiveReader(address);
  expect(await readAll(reader, chunks)).toEqual(documents);
  expect(reader.next).toBe(chunks.length);
});

test("the relay can neither change, reorder, repeat nor leave out a chunk", async () => {
  const address = createLiveAddress();
  const chunks = await chunksOf(
    address,
    { head },
    { entries: [entry("1")] },
    { entries: [entry("2")] },
  );
  const [zero, one, two] = chunks as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ];
  const read = async (list: Uint8Array<ArrayBuffer>[], order?: number[]) =>
    (await readAll(await createLiveReader(address), list, order)).at(-1);
  const changed = Uint8Array.from(one);
  changed[3] = (changed[3] ?? 0) ^ 1;
  expect(await read([zero, changed])).toBe("wrong-key");
  expect(await read([zero, one.slice(0, -1)])).toBe("wrong-key");
  expect(await read([zero, two, one])).toBe("wrong-key");
  expect(await read([zero, one, one])).toBe("wrong-key");
  expect(await read([zero, two], [0, 2])).toBe("gap");
  expect(await read([zero, two], [0, 1])).toBe("wrong-key");
  expect(await read([one], [1])).toBe("gap");
  // delivered again after a reconnection, it is ignored
  expect(await read([zero, one, one, two], [0, 1, 1, 2])).toEqual({ entries: [entry("2")] });
});

test("chunks of another session, another key, or without a head are refused", async () => {
  const [address, other] = [createLiveAddress(), createLiveAddress()];
  const chunks = await chunksOf(address, { head });
  const read = async (link: LiveAddress) => readAll(await createLiveReader(link), chunks);
  expect(await read({ ...address, id: other.id })).toEqual(["wrong-key"]);
  expect(await read({ ...address, key: other.key })).toEqual(["wrong-key"]);
  const headless = await chunksOf(address, { entries: [entry("{}")] });
  expect(await readAll(await createLiveReader(address), headless)).toEqual(["damaged"]);
});

test("hostile documents of the owner: bombs, and documents that are not a recording", async () => {
  const address = createLiveAddress();
  const bomb = `{"head":${JSON.stringify(head)},"x":"${" ".repeat(20 * 1024 * 1024)}"}`;
  const refuse = async (text: string) => {
    const writer = await createLiveWriter(address, 65_536);
    const { chunks } = await writer.write({ toJSON: () => JSON.parse(text) } as never);
    return readAll(await createLiveReader(address), chunks);
  };
  expect((await deflate(encodeText(bomb))).byteLength).toBeLessThan(65_000);
  expect(await refuse(bomb)).toEqual(["too-large"]);
  for (const hostile of ["[]", "1", '{"head":1}', '{"head":{"server":{"kind":"http"}}}']) {
    expect(await refuse(hostile)).toEqual(["damaged"]);
  }
  const entries = [{ ...entry("{}"), connection: "other" }];
  expect(await refuse(JSON.stringify({ head, entries }))).toEqual(["damaged"]);
});

test("links", () => {
  const address = createLiveAddress();
  expect(parseLive(formatLive(address))).toEqual(address);
  expect(parseLive(`2.${address.id}.${address.key}`)).toBe("unknown-version");
  for (const damaged of ["1.", "1.a.b", `1.${address.id}`, `1.${address.id}.${address.key}x`]) {
    expect(parseLive(damaged)).toBe("damaged");
  }
});

test("a session that would fill the viewer's memory is not read further", async () => {
  const address = createLiveAddress();
  const bomb = { entries: [entry("x".repeat(100_000))] };
  const chunks = await chunksOf(address, { head }, bomb, bomb, bomb);
  const reader = await createLiveReader(address, 250_000);
  expect((await readAll(reader, chunks)).at(-1)).toBe("too-large");
  expect(await readAll(await createLiveReader(address), chunks)).toHaveLength(4);
});

test("entries refer to those of earlier documents, and to none before the first", async () => {
  const address = createLiveAddress();
  const reading = async (about: number) => {
    const app = { ...entry("{}"), kind: "app", app: "a", about } as const;
    const documents = [{ head, entries: [entry("1"), entry("2")] }, { entries: [app] }];
    const chunks = await chunksOf(address, ...(documents as never[]));
    return (await readAll(await createLiveReader(address), chunks)).at(-1);
  };
  expect(await reading(2)).toMatchObject({ entries: [{ kind: "app", about: 2 }] });
  expect(await reading(3)).toBe("damaged");
});
