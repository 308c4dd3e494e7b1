// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { shown } from "../../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../../component.fixture.tsx";
import { ResultContent } from "./outcome/ResultContent.tsx";

/** Shows a result that a server sent as this text. */
function show(text: string) {
  const value = JSON.parse(text);
  return renderInTab(
    <ResultContent
      value={value}
      answer={{ text: `{"result":${text}}`, path: ["result"] } as never}
      structuredText={textAt(text, ["structuredContent"])}
      name="tool"
    />,
  );
}
const block = (name: string) => screen.findByRole("region", { name });

test("each block has its type, size, annotations and _meta as received", async () => {
  const { user } = show(
    `{"content":[{"type":"text","text":"Grüße","annotations":{"audience":["user"],"priority":0.9,"lastModified":"2026-01-01"},"_meta":{"id":12345678901234567890}}]}`,
  );
  const text = await block("Block 1");
  expect(text.textContent).toContain("text");
  for (const fact of ["7 B", "for user", "priority 0.9", "modified 2026-01-01"]) {
    within(text).getByText(fact);
  }
  await user.click(within(text).getByRole("button", { name: "_meta" }));
  await waitFor(() => expect(text.textContent).toContain("12345678901234567890"));
  within(text).getByRole("button", { name: "Copy" });
  within(text).getByRole("button", { name: "Save" });
});

test("text that looks like Markdown is shown as Markdown, and as source text on request", async () => {
  const { user } = show(`{"content":[{"type":"text","text":"# Title\\n\\n**bold**"}]}`);
  await screen.findByRole("heading", { name: "Title" });
  await user.click(screen.getByRole("radio", { name: "Text" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Title" })).toBeNull());
  expect((await block("Block 1")).textContent).toContain("# Title");
});

test("JSON folds, is searched, and gives the path of a value", async () => {
  const { user } = show(
    `{"content":[],"structuredContent":{"big":12345678901234567890,"list":[{"name":"a"},{"name":"b"},{"name":"b"}],"x":1,"y":2,"z":3}}`,
  );
  await user.click(await screen.findByRole("radio", { name: "Tree" }));
  const tree = await screen.findByRole("tree", { name: "Structured content" });
  expect(tree.textContent).toContain('"big": 12345678901234567890');
  const list = within(tree).getByRole("treeitem", { name: /"list"/ });
  expect(list.getAttribute("aria-expanded")).toBe("true");
  await user.click(list);
  screen.getByText("/list");
  await user.keyboard("{ArrowLeft}");
  expect(list.getAttribute("aria-expanded")).toBe("false");
  await user.type(screen.getByRole("searchbox"), "b{Enter}");
  await user.keyboard("{Enter}{Enter}");
  await waitFor(() => screen.getByText("/list/2/name"));
  screen.getByText("3 of 3");
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    copied.push(text);
  });
  await user.click(screen.getByRole("button", { name: "Copy path" }));
  await user.click(screen.getByRole("button", { name: "Copy value" }));
  await waitFor(() => expect(copied).toEqual(["/list/2/name", '"b"']));
});

test("an array of objects is a table that sorts", async () => {
  const { user } = show(`{"content":[],"structuredContent":{"rows":[{"n":10},{"n":9},{"n":100}]}}`);
  await user.click(await screen.findByRole("radio", { name: "Table" }));
  const table = screen.getByRole("table", { name: "Structured content" });
  const cells = () =>
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent)
      .filter(Boolean);
  expect(cells()).toEqual(["110", "29", "3100"]);
  await user.click(within(table).getByRole("button", { name: "n" }));
  await waitFor(() => expect(cells()).toEqual(["19", "210", "3100"]));
  await user.click(within(table).getByRole("button", { name: "n" }));
  await waitFor(() => expect(cells()).toEqual(["1100", "210", "39"]));
});

test("arrays of objects are tables at any depth, below the values beside them", async () => {
  const days = '[{"day":"Mon","high":4},{"day":"Tue","high":6}]';
  const place = '{"name":"Oslo","stations":[{"id":"Blindern","mm":1.50}]}';
  const { user } = show(
    `{"content":[],"structuredContent":{"unit":"celsius","tags":["a","b"],"days":${days},"place":${place}}}`,
  );
  const table = (name: string) =>
    screen.findByRole("table", { name: `Structured content, ${name}` });
  expect(within(await table("days")).getAllByRole("row")).toHaveLength(3);
  const [, station] = within(await table("place.stations")).getAllByRole("row");
  const number = within(station as HTMLElement).getByText("1.50");
  expect(number.getAttribute("data-number")).toBe("true");
  const facts = screen.getAllByRole("term").map((term) => term.parentElement?.textContent);
  expect(facts).toEqual(["unitcelsius", "tagsa, b", "place.nameOslo"]);
  await user.click(screen.getByRole("radio", { name: "Tree" }));
  await screen.findByRole("tree", { name: "Structured content" });
});

test("a value with more than a page shows opens as a tree, and says that its tables are not all", async () => {
  const many = Array.from({ length: 20 }, (_, at) => `"m${at}":${at}`).join();
  const { user } = show(`{"content":[],"structuredContent":{${many},"rows":[{"n":1}]}}`);
  await screen.findByRole("tree", { name: "Structured content" });
  await user.click(screen.getByRole("radio", { name: "Table" }));
  screen.getByRole("table", { name: "Structured content" });
  screen.getByText("The tree has the rest.");
});

test("a value that the server also sends as text is one table, until its text is opened", async () => {
  const rows = JSON.stringify({ rows: [{ n: 10 }, { n: 9 }] });
  const { user } = show(
    `{"content":[{"type":"text","text":${JSON.stringify(rows)}}],"structuredContent":${rows}}`,
  );
  expect(await screen.findAllByRole("table")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: /^Text/ }));
  await waitFor(() => expect(screen.getAllByRole("table")).toHaveLength(2));
});

test("code has colours by its media type, bytes are shown as digits", async () => {
  show(
    `{"contents":[{"uri":"file:///a.py","mimeType":"text/x-python","text":"def f(): return 1"},{"uri":"file:///b.bin","blob":"AEFCQ/8="},{"uri":"file:///c.pdf","mimeType":"application/pdf","blob":"JVBERg=="}]}`,
  );
  const keyword = await screen.findByText("def");
  expect(keyword.tagName).toBe("SPAN");
  const bytes = await block("Resource file:///b.bin");
  expect(bytes.textContent).toContain("00 41 42 43 ff");
  expect(bytes.textContent).toContain(".ABC.");
  expect((await block("Resource file:///c.pdf")).textContent).toContain("Save it to read it");
});

test("a resource link opens the resource, and unknown blocks are shown as JSON", async () => {
  const { user, stores } = show(
    `{"content":[{"type":"resource_link","uri":"demo://x","name":"x","description":"**d**"},{"type":"new","n":1.50},{"type":"image","data":"","mimeType":{"toString":1}}]}`,
  );
  await user.click(await screen.findByRole("button", { name: "Open resource" }));
  expect(shown(stores).selection).toEqual({ kind: "resource", name: "demo://x" });
  expect((await block("Block 2")).textContent).toContain('"n": 1.50');
  expect((await block("Block 3")).textContent).toContain("cannot be shown");
});

test("hostile members are shown as text", async () => {
  show(
    `{"content":[{"type":"resource","resource":{"uri":{"toString":1},"text":"t"}},{"type":"resource_link","uri":{"a":1},"icons":[{"src":"https://evil.example/i.png"},{"src":"javascript:alert(1)"}]},null,5,{"type":{"x":1}},{"type":"text","text":"<img src=x onerror=alert(1)>","annotations":{"audience":{"x":1},"priority":"high"}}]}`,
  );
  await block("Block 6");
  expect(document.querySelector("img, script")).toBeNull();
  expect(document.body.textContent).toContain('{"toString":1}');
});
