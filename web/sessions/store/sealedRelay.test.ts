import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../e2e/servers/listen.ts";
import { downloadSealed } from "./sealedRelay.ts";

test("a sealed recording without an end is refused once it is too large", async () => {
  const relay = await listen();
  onTestFinished(relay.close);
  let isClosed = false;
  relay.answer((_, response) => {
    const piece = Buffer.alloc(1_000_000);
    response.on("close", () => {
      isClosed = true;
    });
    const write = () => {
      while (response.write(piece));
      response.once("drain", write);
    };
    write();
  });
  const address = `1.${"a".repeat(22)}.${"A".repeat(43)}`;
  const base = `${relay.origin}/`;
  expect(await downloadSealed({ fetch, base }, address)).toBe("too-large");
  await expect.poll(() => isClosed).toBe(true);
});
