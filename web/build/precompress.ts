/** Build plugin that writes a brotli and a gzip file beside every file that is worth compressing. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Text files and TrueType fonts; images and other fonts are already compressed. */
const compressible = /\.(html|js|css|svg|json|ttf)$/;

/** Files below this number of bytes are not compressed, because their response is a single packet anyway. */
const minBytes = 1000;

/** Above this number of bytes the best brotli quality takes seconds; only the editor's files are as large. */
const maxBestQualityBytes = 1_000_000;

/** Compresses the built files, so that a server does not compress them for every visitor. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    enforce: "post",
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const files = readdirSync(dir, { recursive: true, encoding: "utf8" });
      await Promise.all(
        files.filter((file) => compressible.test(file)).map((file) => compress(join(dir, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.byteLength < minBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.byteLength > maxBestQualityBytes ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipped);
}
