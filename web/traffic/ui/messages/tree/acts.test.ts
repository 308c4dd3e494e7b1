import { expect, test } from "vitest";
import { itemRow } from "../groupRows.ts";
import { nameOfRow } from "../row/rowName.ts";
import { createRowScene } from "../rows.fixture.ts";
import { visibleRows } from "../visibleRows.ts";
import { isGroup, type RowGroup } from "./rowGroup.ts";

function scene(filter = "") {
  const made = createRowScene(filter);
  const { append, out, received } = made;
  const url = "https://api.example.com/v1/messages";
  const note = (evidence: object, at: number, about?: number) =>
    append({ kind: "finding", code: "act", evidence, about }, { connectionId: "m", at });
  /** A request to a model and its reply. */
  const ask = (exchangeId: string, model: string, act: string, at: number, status = 200) => {
    const options = (ms: number) => ({ exchangeId, connectionId: "m", at: at + ms });
    const request = { method: "POST", url, headers: [] };
    const initiator = { kind: "user", act };
    append(
      { kind: "http-request", service: "model", direction: "out", http: request, model, initiator },
      options(0),
    );
    const http = { status, statusText: "", url, redirected: false, headers: [] };
    append({ kind: "http-response", direction: "in", http }, options(50));
    append({ kind: "frame", direction: "in", carrier: "http", holds: "body" }, options(99));
    append({ kind: "http-end", outcome: "complete" }, options(100));
  };
  const call = (id: number, name: string, act: string, at: number) => {
    const initiator = { kind: "model", id: "fast-small", act } as const;
    out({ id, method: "tools/call", params: { name } }, { initiator, at });
    received({ id, result: {} }, { at: at + 10 });
  };
  const names = (group: RowGroup) =>
    group.parts.map((part) => {
      const row = itemRow(part, made.index);
      return row && nameOfRow(row, "alone").text;
    });
  const groups = () => made.rows().top.filter(isGroup);
  return { ...made, note, ask, call, names, groups };
}

test("a turn of a conversation is one row with what was asked; requests to the model and its calls are in it", () => {
  const { note, ask, call, names, groups, index, out } = scene();
  note({ act: "t1", text: "Where is it warmer?" }, 1000);
  ask("a", "fast-small", "t1", 1010);
  call(1, "forecast", "t1", 1200);
  out({ id: 9, method: "tools/call", params: { name: "by hand" } }, { at: 1250 });
  const [turn, mine] = groups();
  if (!turn || !mine) throw new Error("no rows");
  expect(itemRow(turn, index)).toMatchObject({ summary: "Chat", state: { kind: "running" } });
  ask("b", "fast-small", "t1", 1300);
  note({ act: "t1", isEnded: true }, 1500);
  expect(groups()).toHaveLength(2);
  expect(names(turn)).toEqual(["fast-small", "forecast", "fast-small"]);
  expect(itemRow(turn, index)).toMatchObject({
    found: "Where is it warmer?",
    state: { kind: "ok" },
    ms: 500,
  });
  expect(itemRow(mine, index)?.subject).toBe("by hand");
});

test("turns at one time have their own requests, also those of the same model", () => {
  const { note, ask, call, names, groups } = scene();
  note({ act: "t1", text: "One" }, 1000);
  note({ act: "t2", text: "Two" }, 1001);
  ask("a", "fast-small", "t1", 1010);
  ask("b", "fast-small", "t2", 1011);
  call(1, "for two", "t2", 1200);
  expect(groups().map(names)).toEqual([["fast-small"], ["fast-small", "for two"]]);
});

test("a turn whose last request failed says so", () => {
  const { note, ask, groups, index } = scene();
  note({ act: "t1", text: "One" }, 1000);
  ask("a", "fast-small", "t1", 1010, 500);
  note({ act: "t1", isEnded: true }, 1500);
  const [turn] = groups();
  expect(turn && itemRow(turn, index)).toMatchObject({
    tone: "violation",
    state: { kind: "failed" },
  });
});

test("requests to models are part of the server's request that they answer, which is part of its call", () => {
  const { out, received, note, ask, names, groups, index } = scene();
  out({ id: 1, method: "tools/call", params: { name: "summarize" } }, { at: 100 });
  const { seq } = received({ id: 7, method: "sampling/createMessage", params: {} }, { at: 110 });
  note({ act: "s1" }, 120, seq);
  note({ act: "s2" }, 120, seq);
  ask("a", "fast-small", "s1", 121);
  ask("b", "careful-large", "s2", 122);
  const [call, ...others] = groups();
  expect(others).toEqual([]);
  const [request] = call?.parts.filter(isGroup) ?? [];
  if (!call || !request) throw new Error("no request");
  expect(names(request)).toEqual(["fast-small", "careful-large"]);
  expect(itemRow(call, index)?.state?.words).toBe("waits for you");
  out({ id: 7, result: {} }, { at: 500 });
  expect(groups()).toEqual([call]);
  expect(itemRow(request, index)).toMatchObject({ ms: 390, state: { kind: "ok" } });
});

test("the keyboard reaches a closed turn, and a request in an open one", () => {
  const { note, ask, call, rows, log } = scene();
  note({ act: "t1", text: "One" }, 1000);
  ask("a", "fast-small", "t1", 1010);
  call(1, "forecast", "t1", 1200);
  expect(visibleRows(rows(), new Set(), undefined).rows).toHaveLength(1);
  const request = log.snapshot().entries.find(({ kind }) => kind === "http-request");
  const visible = visibleRows(rows(), new Set(), request);
  expect(visible.rows.length).toBeGreaterThan(1);
  expect(visible.placeOf(request)).toBe(1);
});

test("with a filter, a turn shows where what passes belongs", () => {
  const { note, ask, call, rows, index } = scene("by:model");
  note({ act: "t1", text: "One" }, 1000);
  ask("a", "fast-small", "t1", 1010);
  call(1, "forecast", "t1", 1200);
  const shown = visibleRows(rows(), new Set(), undefined).rows;
  expect(shown.map(({ item }) => itemRow(item, index)?.subject)).toEqual(["", "forecast"]);
});

test("without the note, as in a log that was cleared, requests have rows of their own", () => {
  const { ask, groups } = scene();
  ask("a", "fast-small", "t1", 1010);
  expect(groups().map(({ kind }) => kind)).toEqual(["exchange"]);
});

test("the row of a request to a model says what it answers and how many tokens it used", () => {
  const { note, ask, append, groups, index, log } = scene();
  note({ act: "t1", text: "One" }, 1000);
  ask("a", "fast-small", "t1", 1010);
  const requests = log.snapshot().entries.filter(({ kind }) => kind === "http-request");
  const [turn] = groups();
  const summary = () => {
    const [part] = groups()[0]?.parts ?? [];
    return part && itemRow(part, index)?.summary;
  };
  expect(summary()).toBe("HTTP 200");
  const version = turn?.parts.filter(isGroup)[0]?.version;
  const reply = (evidence: object, about = requests[0]?.seq) =>
    append({ kind: "finding", code: "model-reply", evidence, about }, { connectionId: "m" });
  reply({ calls: 0 }, 9999);
  reply({ calls: "many" });
  expect(summary()).toBe("HTTP 200");
  reply({ calls: 2, inputTokens: 1204, outputTokens: 33 });
  expect(summary()).toBe("asks for 2 tools · 1,204 + 33 tokens");
  expect(groups()[0]?.parts.filter(isGroup)[0]?.version).not.toBe(version);
  reply({ calls: 0 });
  expect(summary()).toBe("answers");
});
