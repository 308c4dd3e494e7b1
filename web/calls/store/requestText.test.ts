import { expect, test } from "vitest";
import { anyUriTemplate, readItem } from "../../servers/store/catalog/items.ts";
import { unlistedItem } from "../../servers/store/catalog/queries.ts";
import { callableOf } from "./callable.ts";
import { emptyDraft } from "./drafts.ts";
import { draftOfRequest, requestText } from "./requestText.ts";

const agreement = {
  revision: "2025-11-25",
  serverInfo: { name: "", version: "" },
  capabilities: { tasks: { requests: { tools: { call: {} } } } },
  instructions: undefined,
};
const frame = (id: number, layout: "line" | "lines") => ({
  id,
  layout,
  meta: { progressToken: String(id) },
});
const echo = callableOf(
  readItem("tool", { name: "echo", inputSchema: { type: "object" } }),
  agreement,
);

test.each(["line", "lines"] as const)("a %s request is the expected JSON", (layout) => {
  const draft = { ...emptyDraft, argumentsText: '{"n":9007199254740993}' };
  const text = requestText(echo, draft, frame(7, layout));
  expect(JSON.parse(text)).toEqual({
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: {
      name: "echo",
      arguments: JSON.parse(draft.argumentsText),
      _meta: { progressToken: 7 },
    },
  });
  expect(text).toContain("9007199254740993");
  expect(text.includes("\n")).toBe(layout === "lines");
});

test("an unedited request has no stored envelope, whatever its arguments", () => {
  const text = requestText(
    echo,
    { ...emptyDraft, argumentsText: '{ "a" : 1.0 }' },
    frame(3, "lines"),
  );
  expect(draftOfRequest(echo, text, frame(3, "lines"))).toEqual({
    argumentsText: '{ "a" : 1.0 }',
    envelope: undefined,
    whole: undefined,
    proposedId: 3,
  });
});

test.each(["line", "lines"] as const)(
  "an id that was not chosen moves on with those of other requests (%s)",
  (layout) => {
    const text = requestText(echo, emptyDraft, frame(3, layout)).replace('"echo"', '"other"');
    const draft = { ...emptyDraft, ...draftOfRequest(echo, text, frame(3, layout)) };
    const laterText = requestText(echo, draft, frame(9, layout));
    expect(JSON.parse(laterText)).toMatchObject({
      id: 9,
      params: { name: "other", _meta: { progressToken: 9 } },
    });
    expect(laterText).toBe(
      text.replace(/("id": ?)3/, "$19").replace(/("progressToken": ?)3/, "$19"),
    );
    // edited further, under another id
    const next = { ...draft, ...draftOfRequest(echo, laterText, frame(9, layout)) };
    expect(JSON.parse(requestText(echo, next, frame(11, layout)))).toMatchObject({ id: 11 });
  },
);

test("an id or a progress token that the user chose stays unchanged", () => {
  const text = requestText(echo, emptyDraft, frame(3, "line"));
  for (const chosen of [text.replace('"id":3', '"id":3.0'), text.replace('"id":3', '"id":8')]) {
    const draft = { ...emptyDraft, ...draftOfRequest(echo, chosen, frame(3, "line")) };
    expect(requestText(echo, draft, frame(9, "line"))).toBe(chosen);
  }
  const token = text.replace('"progressToken":3', '"progressToken":"mine"');
  const draft = { ...emptyDraft, ...draftOfRequest(echo, token, frame(3, "line")) };
  expect(requestText(echo, draft, frame(9, "line"))).toBe(token.replace('"id":3', '"id":9'));
});

test("a request whose arguments cannot be separated gets new ids as well", () => {
  const text = '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo"}}';
  const draft = { ...emptyDraft, ...draftOfRequest(echo, text, frame(3, "line")) };
  expect(draft.whole).toBe(text);
  expect(requestText(echo, draft, frame(9, "line"))).toBe(text.replace('"id":3', '"id":9'));
  const broken = '{"id":3,';
  const other = { ...emptyDraft, ...draftOfRequest(echo, broken, frame(3, "line")) };
  expect(requestText(echo, other, frame(9, "line"))).toBe(broken);
});

test("changes around the arguments stay, and the arguments can still be edited", () => {
  const text = requestText(echo, emptyDraft, frame(3, "lines")).replace('"id": 3', '"id": "mine"');
  const change = draftOfRequest(echo, text, frame(3, "lines"));
  expect(change.envelope?.before).toContain('"mine"');
  const again = requestText(
    echo,
    { ...emptyDraft, ...change, argumentsText: "[1]" },
    frame(9, "lines"),
  );
  expect(JSON.parse(again)).toMatchObject({ id: "mine", params: { arguments: [1] } });
});

test.each(['{"jsonrpc":', '{"method":"tools/call"}', "hello"])(
  "text without arguments that can be told apart is kept whole: %s",
  (text) => {
    const change = draftOfRequest(echo, text, frame(1, "lines"));
    expect(change).toEqual({ envelope: undefined, whole: text });
    expect(requestText(echo, { ...emptyDraft, ...change }, frame(2, "lines"))).toBe(text);
  },
);

test("prompts and templates have schemas made from their declarations", () => {
  const prompt = callableOf(
    readItem("prompt", { name: "p", arguments: [{ name: "city", required: true }, { name: "x" }] }),
    agreement,
  );
  expect(prompt.schema).toMatchObject({
    required: ["city"],
    properties: { x: { type: "string" } },
  });
  expect(callableOf(readItem("prompt", { name: "p" }), agreement).schema).toBeUndefined();
  const template = callableOf(
    readItem("template", { uriTemplate: "demo://{+path}/{id}{?q,r*}" }),
    agreement,
  );
  expect(template.schema).toMatchObject({ required: ["path", "id"] });
  const text = requestText(
    template,
    { ...emptyDraft, argumentsText: '{"id":"a b"}' },
    frame(1, "line"),
  );
  expect(JSON.parse(text).params.uri).toBe("demo:///a%20b");
});

test("templates are expanded with texts, lists and objects, and tolerate values that are not an object", () => {
  const uri = (uriTemplate: string, text: string) =>
    JSON.parse(
      callableOf(readItem("template", { uriTemplate }), agreement).params(text)[0]?.text ?? "",
    );
  expect(uri("a{b}{?c*}", '{"b":"1","c":["x","y z"]}')).toBe("a1?c=x&c=y%20z");
  expect(uri("a{?c*}", '{"c":{"x":"1"}}')).toBe("a?x=1");
  for (const text of ["{broken", "[]", ""]) expect(uri("a{b}", text)).toBe("a{b}");
});

test("any URI is read exactly as written", () => {
  const any = callableOf(unlistedItem("template", anyUriTemplate), agreement);
  expect(any.params('{"uri":"file:///a b/%zz#x"}')).toEqual([
    { key: "uri", text: '"file:///a b/%zz#x"' },
  ]);
  expect(any.completionRef).toBeUndefined();
});

test("members that the era requires on every request are present, and the user may remove them", () => {
  const meta = { "io.modelcontextprotocol/protocolVersion": '"2026-07-28"' };
  const modern = { id: 1, layout: "line" as const, meta: { ...meta, progressToken: "1" } };
  const text = requestText(echo, emptyDraft, modern);
  expect(JSON.parse(text).params._meta).toEqual({
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    progressToken: 1,
  });
  const without = text.replace('"io.modelcontextprotocol/protocolVersion":"2026-07-28",', "");
  const change = draftOfRequest(echo, without, modern);
  expect(requestText(echo, { ...emptyDraft, ...change }, modern)).toBe(without);
});

test("a tool that runs only as a task is called as one", () => {
  const definition = { name: "t", inputSchema: {}, execution: { taskSupport: "required" } };
  const tool = callableOf(readItem("tool", definition), agreement);
  const text = requestText(tool, emptyDraft, frame(1, "line"));
  expect(JSON.parse(text).params).toMatchObject({ arguments: {}, task: {} });
});
