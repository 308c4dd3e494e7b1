import { expect, test } from "vitest";
import { runCli } from "../cli.fixture.ts";
import { stdioFile } from "./recordingFile.fixture.ts";

/** Text that cannot be packed. */
const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");

test("a recording that is too large for a link says how it is opened", async () => {
  const file = stdioFile(["out", { id: 1, method: "ping", params: { text: noise() } }]);
  const { code, err, out } = await runCli("open", file);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("is too large for a link: start the page, and drop the file there.");
});

test("a file that is no recording is named", async () => {
  const { code, err } = await runCli("open", import.meta.filename);
  expect(code).toBe(2);
  expect(err).toContain("is not a recording of the playground");
});
