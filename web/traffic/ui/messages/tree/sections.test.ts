import { describe, expect, test } from "vitest";
import { changesText } from "../difference/listChanges.ts";
import { type ListedDefinitions, listedDefinitions } from "../difference/listedDefinitions.ts";
import { changesOfGroup, groupRow } from "../groupRows.ts";
import { rowCauseOf } from "../rowCause.ts";
import { createRowScene } from "../rows.fixture.ts";
import { visibleRows } from "../visibleRows.ts";
import { isGroup, type RowGroup } from "./rowGroup.ts";

describe("an examination", () => {
  const initiator = { kind: "examination" } as const;
  const scene = (filter = "") => {
    const { append, out, received, ...rest } = createRowScene(filter);
    const phase = (name: string, connectionId: string, at: number) =>
      append({ kind: "connection", phase: name, label: "a", initiator }, { connectionId, at });
    const verdict = (rule: string, outcome: string, severity: string, revision = "2025-11-25") =>
      append(
        {
          kind: "finding",
          code: "conform-verdict",
          severity,
          evidence: { rule, outcome, revision },
        },
        { connectionId: "x", at: 300 },
      );
    const examine = (connectionId: string, at: number) => {
      phase("connecting", connectionId, at);
      out({ id: 1, method: "initialize" }, { connectionId, at: at + 1 });
      received({ id: 1, result: {} }, { connectionId, at: at + 5 });
      phase("connected", connectionId, at + 5);
      for (const id of [2, 3]) {
        out({ id, method: "nothing" }, { connectionId, initiator, at: at + 10 * id });
        const error = { code: -32601, message: "Method not found" };
        received({ id, error }, { connectionId, at: at + 10 * id + 1 });
      }
    };
    return { ...rest, append, phase, verdict, examine };
  };
  const only = (top: readonly unknown[]) => {
    expect(top).toHaveLength(1);
    return top[0] as RowGroup;
  };

  test("is one closed row with its outcome and its whole time, over all of its connections", () => {
    const { rows, index, phase, verdict, examine } = scene();
    examine("x", 100);
    phase("connecting", "raw", 150);
    verdict("one", "passed", "note");
    expect(groupRow(only(rows().top), index)).toMatchObject({
      state: { kind: "running" },
      waitsFor: "response",
      found: "1 passed",
    });
    verdict("two", "failed", "violation");
    verdict("two", "passed", "note", "2025-06-18");
    verdict("three", "failed", "warning");
    verdict("four", "not-applicable", "note");
    phase("closed", "x", 1100);
    expect(groupRow(only(rows().top), index).state?.kind).toBe("running");
    phase("closed", "raw", 1100);
    examine("y", 1200);
    phase("closed", "y", 2100);
    const group = only(rows().top);
    expect(group).toMatchObject({ kind: "examination", hasFailed: false });
    expect(groupRow(group, index)).toMatchObject({
      summary: "Examination · 2 revisions",
      found: "1 passed, 1 failed, 1 warning",
      ms: 2000,
      waitsFor: undefined,
    });
    expect(visibleRows(rows(), new Set(), undefined).rows).toHaveLength(1);
  });

  test("has its requests as children, of which none is a problem", () => {
    const { rows, log, phase, verdict, examine } = scene();
    examine("x", 100);
    verdict("one", "passed", "note");
    phase("closed", "x", 200);
    const { problems, total, exchangesOf } = rows();
    const group = only(rows().top);
    const requests = group.parts.filter(isGroup);
    expect(requests.map(({ parts }) => parts.length)).toEqual([1, 1, 1]);
    expect(problems).toEqual([]);
    expect(total).toBe(8);
    // evidence of a verdict that is selected is seen
    const [evidence] = log.snapshot().entries.filter(({ at }) => at === 121);
    expect(evidence && exchangesOf(evidence)).toEqual([requests[1], group]);
    expect(visibleRows(rows(), new Set(), evidence).placeOf(evidence)).toBeGreaterThan(0);
  });

  test("that could not examine anything is open, with the reason", () => {
    const { rows, index, phase, append } = scene();
    phase("connecting", "x", 100);
    const event = { kind: "not-started", reason: "no such file" };
    append({ kind: "process", event }, { connectionId: "x", at: 110 });
    phase("closed", "x", 120);
    const group = only(rows().top);
    expect(groupRow(group, index)).toMatchObject({
      tone: "violation",
      found: "Not started: no such file",
    });
    expect(visibleRows(rows(), new Set(), undefined).rows.length).toBeGreaterThan(1);
  });

  test("that begins later is another row", () => {
    const { rows, phase, examine } = scene();
    examine("x", 100);
    phase("closed", "x", 200);
    examine("y", 5000);
    expect(rows().top).toHaveLength(2);
  });

  test("stays closed with a filter that finds something in it", () => {
    const { rows, examine } = scene("method:nothing");
    examine("x", 100);
    expect(only(rows().top).parts).toHaveLength(2);
    expect(visibleRows(rows(), new Set(), undefined).rows).toHaveLength(1);
  });
});

describe("a restart by a tap", () => {
  const restart = (event: object) => {
    const scene = createRowScene();
    const { out, received, append } = scene;
    const own = { change: { action: "of-tap" }, initiator: { kind: "tap" } } as const;
    const answer = { change: { action: "for-tap" } } as const;
    out({ id: 1, method: "tools/call", params: { name: "before" } }, { at: 10 });
    received({ id: 1, result: {} }, { at: 20 });
    out({ id: "t1", method: "initialize" }, { ...own, at: 100 });
    received({ id: "t1", result: {} }, { ...answer, at: 110 });
    out({ method: "notifications/initialized" }, { ...own, at: 111 });
    out({ id: "t2", method: "tools/list" }, { ...own, at: 112 });
    received({ id: "t2", result: { tools: [] } }, { ...answer, at: 120 });
    const running = visibleRows(scene.rows(), new Set(), undefined).rows.length;
    out({ id: 2, method: "tools/call", params: { name: "held" } }, { at: 121 });
    received({ method: "notifications/tools/list_changed" }, { ...own, at: 122 });
    append({ kind: "process", event }, { at: 130 });
    received({ id: 2, result: {} }, { at: 140 });
    return { ...scene, running };
  };

  test("is one closed row with what changed, and what the tap said is in it", () => {
    const changes = [
      { kind: "tools", name: "pin", change: "added" },
      { kind: "tools", name: "search", change: "changed" },
    ];
    const { rows, index, running } = restart({ kind: "restarted", pid: 2, ms: 1240, changes });
    expect(running).toBe(2);
    const [before, group, held] = rows().top;
    expect([before, held].map((item) => item && isGroup(item) && item.kind)).toEqual([
      "exchange",
      "exchange",
    ]);
    if (!group || !isGroup(group)) throw new Error("no group");
    expect(group.parts).toHaveLength(4);
    expect(groupRow(group, index)).toMatchObject({ summary: "Restarted", ms: 1240, changes });
    expect(rowCauseOf(group.head, index)).toEqual({ kind: "tap" });
    expect(visibleRows(rows(), new Set(), undefined).rows).toHaveLength(3);
  });

  test("that failed is open, and says why", () => {
    const reason = "The process ended with code 1.";
    const { rows, index } = restart({ kind: "not-restarted", reason, isRunning: true });
    const [, group] = rows().top;
    if (!group || !isGroup(group)) throw new Error("no group");
    expect(groupRow(group, index)).toMatchObject({
      summary: "Not restarted",
      tone: "violation",
      found: "The process ended with code 1. The former process goes on",
    });
    expect(visibleRows(rows(), new Set(), undefined).rows.length).toBeGreaterThan(4);
  });

  test("has each of its rows for the keyboard, also while it goes on", () => {
    const { rows, log } = restart({ kind: "restarted", pid: 2, ms: 1, changes: [] });
    const [first] = log.snapshot().entries.filter(({ at }) => at === 100);
    const visible = visibleRows(rows(), new Set(), first);
    expect(visible.placeOf(first)).toBe(2);
  });
});

describe("a restart of the page's own", () => {
  const scene = () => {
    const made = createRowScene();
    const { append, out, received } = made;
    const connect = (connectionId: string, at: number, tools: readonly object[]) => {
      const options = (ms: number) => ({ connectionId, at: at + ms });
      append({ kind: "connection", phase: "connecting", label: "a" }, options(0));
      append({ kind: "connection", phase: "connected", label: "a" }, options(1));
      const initiator = { kind: "engine" } as const;
      out({ id: 2, method: "tools/list" }, { ...options(2), initiator });
      received({ id: 2, result: { tools } }, options(3));
    };
    const note = (name: string, change: string) =>
      append(
        { kind: "finding", code: "list-change", evidence: { kind: "tools", name, change } },
        { connectionId: "c2", at: 200 },
      );
    connect("c1", 0, [{ name: "one" }, { name: "two", title: "Two" }]);
    append(
      { kind: "connection", phase: "closed", label: "a", byClient: true },
      { connectionId: "c1", at: 100 },
    );
    connect("c2", 105, [{ name: "two", title: "Zwei" }, { name: "three" }]);
    const group = () => {
      const found = made.rows().top.at(-1);
      if (!found || !isGroup(found)) throw new Error("no group");
      return found;
    };
    return { ...made, note, group };
  };

  test("names the tools that it changed, and leads to their definitions before and after", async () => {
    const { note, group, index, log } = scene();
    expect(groupRow(group(), index)).toMatchObject({ changes: [], found: "1 list · 2 tools" });
    note("two", "changed");
    note("three", "added");
    note("one", "removed");
    const { changes = [] } = groupRow(group(), index);
    expect(changesText(changes)).toMatchObject({
      counted: "1 tool changed, 1 added, 1 removed",
      named: changes,
      rest: 0,
    });
    const definitions = await Promise.all(
      changes.map((change) => listedDefinitions({ group: group(), change }, log, index)),
    );
    const json = ({ before, after }: ListedDefinitions) =>
      [before, after].map((text) => text && JSON.parse(text));
    expect(definitions.map(json)).toEqual([
      [
        { name: "two", title: "Two" },
        { name: "two", title: "Zwei" },
      ],
      [undefined, { name: "three" }],
      [{ name: "one" }, undefined],
    ]);
  });

  test("has the end of the former process in it, also when that comes late", () => {
    const { append, rows, group } = scene();
    const event = { kind: "exited", code: 0, signal: null };
    append({ kind: "process", event }, { connectionId: "c1", at: 300 });
    append({ kind: "process", event }, { connectionId: "c2", at: 400 });
    expect(rows().top).toHaveLength(3);
    expect(rows().top[1]).toMatchObject({ kind: "setup", isAgain: true, hasFailed: false });
    expect(rows().top[2]).toMatchObject({ kind: "process", connectionId: "c2" });
    expect(group).toThrow();
  });

  test("names a few of many changes", () => {
    const { note, group } = scene();
    for (let at = 0; at < 10; at++) note(`tool ${at}`, "changed");
    const text = changesText(changesOfGroup(group()));
    expect(text).toMatchObject({ counted: "10 tools changed", rest: 7 });
  });
});
