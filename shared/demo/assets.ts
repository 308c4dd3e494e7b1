/** Generates the demo server's icons, picture and sound, so that nothing has to be downloaded. */
import { toBase64 } from "../core/base64.ts";
import { concatBytes, encodeText } from "../core/bytes.ts";
import { crc32 } from "../core/crc32.ts";
import type { JsonObject } from "../core/json/jsonObject.ts";

/** An icon with one or more strokes on a 24 × 24 grid, in a grey that both themes show. */
export function icon(strokes: string, colour = "#6b7280"): readonly JsonObject[] {
  return [
    {
      src: `data:image/svg+xml;base64,${toBase64(encodeText(svg(strokes, colour)))}`,
      mimeType: "image/svg+xml",
      sizes: ["any"],
    },
  ];
}

export const logo = svg(
  '<circle cx="12" cy="12" r="9"/><path d="M8.5 15.5v-7l3.5 4 3.5-4v7"/>',
  "#2563eb",
);

function svg(strokes: string, colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${strokes}</svg>`;
}

/**
 * A PNG with a gradient from a colour to white.
 * @param colour red, green and blue, 0 to 255
 * @param size width and height in pixels, at most 128
 */
export function picture(colour: readonly [number, number, number], size: number): Uint8Array {
  const row = 1 + size * 3;
  const pixels = new Uint8Array(row * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const share = (x + y) / (2 * size);
      for (let part = 0; part < 3; part++) {
        const value = colour[part] ?? 0;
        pixels[y * row + 1 + x * 3 + part] = Math.round(value + (255 - value) * share);
      }
    }
  }
  const header = concatBytes([be32(size), be32(size), new Uint8Array([8, 2, 0, 0, 0])]);
  return concatBytes([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", zlibStored(pixels)),
    chunk("IEND", new Uint8Array()),
  ]);
}

/**
 * A WAV file with a sine tone: 8 kHz, 8 bit, one channel.
 * @param frequency hertz
 * @param seconds at most 2
 */
export function tone(frequency: number, seconds: number): Uint8Array {
  const rate = 8000;
  const samples = Uint8Array.from({ length: Math.round(rate * seconds) }, (_, at) =>
    Math.round(128 + 80 * Math.sin((2 * Math.PI * frequency * at) / rate)),
  );
  const format = concatBytes([
    le32(16),
    le16(1),
    le16(1),
    le32(rate),
    le32(rate),
    le16(1),
    le16(8),
  ]);
  return concatBytes([
    encodeText("RIFF"),
    le32(36 + samples.length),
    encodeText("WAVEfmt "),
    format,
    encodeText("data"),
    le32(samples.length),
    samples,
  ]);
}

/** @see https://www.w3.org/TR/png-3/#5Chunk-layout */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concatBytes([encodeText(type), data]);
  return concatBytes([be32(data.length), body, be32(crc32(body))]);
}

/** Stores bytes uncompressed. @see https://www.rfc-editor.org/rfc/rfc1950 */
function zlibStored(bytes: Uint8Array): Uint8Array {
  const maxBlockBytes = 65_535;
  const blocks: Uint8Array[] = [new Uint8Array([0x78, 0x01])];
  for (let at = 0; at < bytes.length; at += maxBlockBytes) {
    const block = bytes.subarray(at, at + maxBlockBytes);
    const isLast = at + maxBlockBytes >= bytes.length;
    const { length } = block;
    blocks.push(new Uint8Array([isLast ? 1 : 0]), le16(length), le16(~length & 0xffff), block);
  }
  return concatBytes([...blocks, be32(adler32(bytes))]);
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

const be32 = (value: number) =>
  new Uint8Array([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const le32 = (value: number) => be32(value).reverse();
const le16 = (value: number) => new Uint8Array([value & 255, (value >>> 8) & 255]);
