import fc from "fast-check";
import { expect, test } from "vitest";
import { createPackedEncoder } from "./packedEncoder.ts";

test("every text has its own bytes, also after many others", () => {
  const unit = fc.oneof(fc.constant("€"), fc.constant("\ud800"), fc.constant("a"));
  const texts = fc.array(fc.string({ unit, maxLength: 30_000, size: "max" }), { maxLength: 40 });
  fc.assert(
    fc.property(texts, (all) => {
      const encode = createPackedEncoder();
      const encoded = all.map((text) => ({ text, bytes: encode(text) }));
      for (const { text, bytes } of encoded) {
        expect(Buffer.compare(bytes, new TextEncoder().encode(text))).toBe(0);
      }
    }),
    { numRuns: 50 },
  );
});

test("short texts share buffers", () => {
  const encode = createPackedEncoder();
  const buffers = new Set(Array.from({ length: 10_000 }, (_, at) => encode(`text ${at}`).buffer));
  expect(buffers.size).toBeLessThan(10);
});
