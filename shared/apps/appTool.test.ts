import { expect, test } from "vitest";
import { readAppTool, refusedToApp } from "./appTool.ts";

const tool = (meta?: unknown) => ({ name: "chart", _meta: meta });
const everyone = { isForModel: true, isForApp: true };

test.each([
  [undefined, everyone, []],
  [{}, everyone, []],
  [{ ui: { resourceUri: "ui://a/b" } }, { ...everyone, resourceUri: "ui://a/b" }, []],
  [
    { "ui/resourceUri": "ui://a/b" },
    { ...everyone, resourceUri: "ui://a/b" },
    ["app-tool-metadata-deprecated"],
  ],
  [
    { ui: { resourceUri: "ui://a/b" }, "ui/resourceUri": "ui://a/b" },
    { ...everyone, resourceUri: "ui://a/b" },
    [],
  ],
  [{ ui: { visibility: ["app"] } }, { isForModel: false, isForApp: true }, []],
  [{ ui: { visibility: ["model"] } }, { isForModel: true, isForApp: false }, []],
  [{ ui: { visibility: [] } }, { isForModel: false, isForApp: false }, []],
  [
    { ui: { visibility: ["app", "user"] } },
    { isForModel: false, isForApp: true },
    ["app-visibility-invalid"],
  ],
  [{ ui: { visibility: "app" } }, everyone, ["app-visibility-invalid"]],
  [{ ui: { resourceUri: "https://a.example" } }, everyone, ["app-uri-not-ui"]],
  [{ ui: { resourceUri: 7 } }, everyone, ["app-metadata-type"]],
  [{ ui: "ui://a/b" }, everyone, ["app-metadata-type"]],
  [
    { ui: { resourceUri: "ui://a", csp: {}, permissions: {} } },
    { ...everyone, resourceUri: "ui://a" },
    ["app-tool-metadata-ignored", "app-tool-metadata-ignored"],
  ],
])("reads the metadata %j", (meta, expected, codes) => {
  const { findings, ...read } = readAppTool(tool(meta));
  expect(read).toEqual(expected);
  expect(findings.map(({ code }) => code)).toEqual(codes);
});

test.each([null, 7, "tool", [], { _meta: null }])("a tool that is %j has no app", (value) => {
  expect(readAppTool(value)).toEqual({ ...everyone, findings: [] });
});

test("an app may not call tools for the model only, or of another server", () => {
  expect(refusedToApp(tool(), "chart")).toBeUndefined();
  expect(refusedToApp(tool({ ui: { visibility: ["model"] } }), "chart")).toEqual({
    code: -32602,
    message: 'The visibility of tool chart does not include "app"',
  });
  expect(refusedToApp(undefined, "other")).toMatchObject({ code: -32602 });
});
