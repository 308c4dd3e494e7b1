/** Names of hostile servers and recordings do not decide how much the page has to escape and lay out. */
import { expect, test } from "vitest";
import { readAgreement } from "../../../shared/client/negotiation/agreement.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { readRecording } from "../../../shared/recording/readRecording.ts";
import { recordingFormat } from "../../../shared/recording/recording.ts";
import { readItem } from "./catalog/items.ts";

/** Characters that become eight each when they are shown. */
const long = "\u200b\u202e".repeat(1_000_000);
const server = { kind: "http", url: "https://a.example/mcp" };
const head = { format: recordingFormat, server };

test("what a server says of itself and its items is cut where it is read", () => {
  const { revision, serverInfo } = readAgreement(
    long,
    {},
    { name: long, version: long, title: long },
  );
  expect(revision).toHaveLength(100);
  const { name, version, title } = serverInfo;
  for (const text of [name, version, title]) expect(text).toHaveLength(1000);
  const item = readItem("resource", { uri: long, name: long, title: long });
  // a call needs the exact name
  expect(item.name).toBe(long);
  for (const text of [item.label, item.detail, item.title]) {
    expect(text?.length).toBeLessThan(10_000);
  }
});

test("a text of one line is cut before it is escaped, except where all of it is wanted", () => {
  const shown = escapeHidden(long);
  expect(shown.length).toBeLessThan(33_000);
  expect(shown.endsWith("…")).toBe(true);
  const text = `\u200b${"x".repeat(5000)}`;
  expect(escapeHidden(text, Number.POSITIVE_INFINITY)).toBe(`\\u{200b}${"x".repeat(5000)}`);
});

test("a recording is opened with the length of a name that items have, and not with longer ids", () => {
  const opened = readRecording({ ...head, selected: { kind: "tool", name: long } });
  if (opened.kind === "refused") throw new Error(opened.at);
  expect(opened.recording.selected?.name).toHaveLength(32_768);
  const connection = { id: "1", server };
  for (const [member, at] of [
    [{ revision: long }, "/revision"],
    [{ server: { kind: "http", url: `https://a.example/${long}` } }, "/server/url"],
    [{ connections: [{ ...connection, id: long }] }, "/connections/0/id"],
    [{ connections: [{ ...connection, revision: long }] }, "/connections/0/revision"],
  ] as const) {
    expect(readRecording({ ...head, ...member })).toEqual({
      kind: "refused",
      problem: "damaged",
      at,
    });
  }
});
