import { expect, test } from "vitest";
import { toBase64 } from "../core/base64.ts";
import { encodeText } from "../core/bytes.ts";
import { readAppResource } from "./appResource.ts";

const uri = "ui://demo/chart";
const mimeType = "text/html;profile=mcp-app";
const html = "<!doctype html><p>Chart";

const read = (content: unknown, listed?: unknown) =>
  readAppResource({ uri, result: { contents: [content] }, listed });
const codes = (resource: ReturnType<typeof read>) => resource.findings.map(({ code }) => code);

test.each([
  ["text", { text: html }],
  ["blob", { blob: toBase64(encodeText(html)) }],
])("reads a document from %s", (_, content) => {
  expect(read({ uri, mimeType, ...content })).toMatchObject({
    kind: "document",
    document: { html, bytes: 23, declared: { permissions: [] }, differs: [] },
    findings: [],
  });
});

test.each([
  ["no content", undefined, "app-content-missing"],
  ["neither text nor blob", { uri, mimeType }, "app-content-missing"],
  ["text of a wrong type", { uri, mimeType, text: 7 }, "app-content-missing"],
  ["another type", { uri, mimeType: "text/html", text: html }, "app-mime-type"],
  ["no type", { uri, text: html }, "app-mime-type"],
  ["a blob that is not base64", { uri, mimeType, blob: "§" }, "app-content-not-base64"],
  ["a blob that is not UTF-8", { uri, mimeType, blob: "//79" }, "app-content-not-utf8"],
  ["100 MB", { uri, mimeType, text: "a".repeat(1e8) }, "app-content-too-large"],
  ["100 MB as a blob", { uri, mimeType, blob: "A".repeat(1e8) }, "app-content-too-large"],
])("%s is unusable", (_, content, code) => {
  expect(read(content)).toMatchObject({ kind: "unusable", findings: [{ code }] });
});

test("an address that is not ui:// is unusable", () => {
  const result = { contents: [{ uri: "https://a.example", mimeType, text: html }] };
  expect(readAppResource({ uri: "https://a.example", result })).toMatchObject({
    kind: "unusable",
    findings: [{ code: "app-uri-not-ui" }],
  });
});

test("large documents and text without HTML are used, with a finding", () => {
  const large = read({ uri, mimeType, text: `<p>${"a".repeat(5e6)}` });
  expect(large.kind).toBe("document");
  expect(codes(large)).toEqual(["app-content-large"]);
  expect(codes(read({ uri, mimeType, text: "Chart" }))).toEqual(["app-content-without-html"]);
});

test("metadata of the content wins over that of the list, and the difference is named", () => {
  const onList = { csp: { connectDomains: ["https://list.example"] }, prefersBorder: true };
  const onContent = { csp: { connectDomains: ["https://content.example"] }, prefersBorder: true };
  const both = read(
    { uri, mimeType, text: html, _meta: { ui: onContent } },
    { _meta: { ui: onList } },
  );
  expect(both).toMatchObject({
    document: { declared: { csp: onContent.csp }, onContent, onList, differs: ["csp"] },
    findings: [{ code: "app-metadata-differs", evidence: { members: "csp" } }],
  });
  const listOnly = read({ uri, mimeType, text: html }, { _meta: { ui: onList } });
  expect(listOnly).toMatchObject({ document: { declared: { csp: onList.csp } }, findings: [] });
});

test("metadata of wrong types is left out", () => {
  const ui = {
    csp: 1,
    permissions: { camera: true, microphone: {}, clipboardWrite: {}, midi: {} },
    domain: 5,
    prefersBorder: "yes",
  };
  const resource = read({ uri, mimeType, text: html, _meta: { ui } });
  expect(resource).toMatchObject({
    document: { declared: { permissions: ["microphone", "clipboard-write"] } },
  });
  expect(resource.findings.map(({ pointer }) => pointer)).toEqual([
    "/contents/0/_meta/ui/csp",
    "/contents/0/_meta/ui/permissions/camera",
    "/contents/0/_meta/ui/domain",
    "/contents/0/_meta/ui/prefersBorder",
  ]);
  expect(codes(read({ uri, mimeType, text: html, _meta: { ui: [] } }))).toEqual([
    "app-metadata-type",
  ]);
});

test("external scripts and styles that are not declared are found", () => {
  const text = `<!doctype html>
    <script src="https://cdn.example/a.js"></script><script src='/local.js'></script>
    <script async src=//other.example/b.js></script>
    <link rel="stylesheet" href="https://declared.example/c.css"><link rel=icon href=https://x.example/i>`;
  const csp = { resourceDomains: ["https://*.declared.example", "https://declared.example"] };
  const { findings } = read({ uri, mimeType, text, _meta: { ui: { csp } } });
  expect(findings).toMatchObject([
    { evidence: { origin: "https://cdn.example" } },
    { evidence: { origin: "https://other.example" } },
  ]);
  // hours where each start tag is compared with the rest: the limit of the test ends them
  for (const hostile of [`<script ${"a ".repeat(2e6)}`, "<script ".repeat(600_000)]) {
    expect(codes(read({ uri, mimeType, text: hostile }))).toEqual(["app-content-large"]);
  }
});
