import { afterEach, expect, test, vi } from "vitest";
import { createMediaSource } from "./mediaSource.ts";

const base64 = btoa("<svg xmlns='http://www.w3.org/2000/svg'/>");

afterEach(() => vi.restoreAllMocks());

test.each([
  "text/html",
  "application/xhtml+xml",
  "text/xml",
  "image/svg+xml",
  "image/png+xml",
  "image/png,text/html",
  "multipart/x-mixed-replace",
  "constructor",
  "",
])("audio and video are never an address of type %j", (mimeType) => {
  const create = vi.spyOn(URL, "createObjectURL");
  expect(createMediaSource("audio", base64, mimeType)).toEqual({ kind: "unsupported" });
  expect(createMediaSource("video", base64, mimeType)).toEqual({ kind: "unsupported" });
  expect(create).not.toHaveBeenCalled();
});

test("SVG is data, whatever its parameters", () => {
  const source = createMediaSource("image", base64, " Image/SVG+xml ;charset=utf-8");
  expect(source).toMatchObject({ kind: "ready", url: `data:image/svg+xml;base64,${base64}` });
});

test("SVG that is not simple is used on request only", () => {
  const circle = btoa("<svg xmlns='http://www.w3.org/2000/svg' id='a'><use href='#a'/></svg>");
  expect(createMediaSource("image", circle, "image/svg+xml")).toEqual({ kind: "not-simple" });
  expect(createMediaSource("image", circle, "image/svg+xml", true)).toMatchObject({
    kind: "ready",
  });
});

test.each([
  ["image/png; x=text/html", "image/png"],
  ["IMAGE/JPG", "image/jpeg"],
] as const)("%s is offered as %s alone", (mimeType, type) => {
  const create = vi.spyOn(URL, "createObjectURL");
  const source = createMediaSource("image", base64, mimeType);
  expect(create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type }));
  if (source.kind === "ready") source.release();
});

test("invalid base64 is detected", () => {
  expect(createMediaSource("image", "%", "image/svg+xml")).toEqual({ kind: "not-base64" });
});
