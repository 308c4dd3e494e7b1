import { expect, test } from "vitest";
import {
  addBlock,
  answerToBegin,
  readAnswer,
  removeBlock,
  responseBlock,
  setMember,
  setResponse,
} from "./answerText.ts";

const image = { type: "image", data: "AAAA", mimeType: "image/png" };
const text = (value: string) => ({ type: "text", text: value });
const contentOf = (answer: string) => JSON.parse(answer).content;
const responseOf = (answer: string) => responseBlock(readAnswer(answer) as never)?.value.text;

test("typing changes only the text, and keeps unknown members and the digits of numbers", () => {
  const written = '{"x": 12345678901234567890, "content": {"text":"a", "type":"text", "y": 1.0}}';
  expect(setResponse(written, 'say "hi"\n')).toBe(
    '{"x": 12345678901234567890, "content": {"text":"say \\"hi\\"\\n", "type":"text", "y": 1.0}}',
  );
});

test("the response is the first text of the answer, and is added where there is none", () => {
  expect(responseOf(setResponse(answerToBegin, "A protocol"))).toBe("A protocol");
  const two = JSON.stringify({ content: [image, text("b"), text("c")] });
  expect(responseOf(two)).toBe("b");
  expect(contentOf(setResponse(two, "new"))).toEqual([image, text("new"), text("c")]);
  expect(contentOf(setResponse("{}", "new"))).toEqual(text("new"));
  expect(contentOf(setResponse('{"content":[]}', "new"))).toEqual(text("new"));
  expect(contentOf(setResponse(JSON.stringify({ content: image }), "new"))).toEqual([
    text("new"),
    image,
  ]);
  expect(contentOf(setResponse(JSON.stringify({ content: [image] }), "new"))).toEqual([
    text("new"),
    image,
  ]);
});

test("a block replaces an empty text, and is added to other content", () => {
  const alone = addBlock(answerToBegin, image);
  expect(contentOf(alone)).toEqual(image);
  const two = addBlock(setResponse(answerToBegin, "see"), image);
  expect(contentOf(two)).toEqual([text("see"), image]);
  expect(contentOf(addBlock(two, text("")))).toEqual([text("see"), image, text("")]);
});

test("removing a block keeps the others; removing the last one leaves an empty text", () => {
  const three = JSON.stringify({ content: [text("a"), image, text("b")] });
  const two = removeBlock(three, ["content", 1]);
  expect(contentOf(two)).toEqual([text("a"), text("b")]);
  const one = removeBlock(two, ["content", 0]);
  expect(contentOf(one)).toEqual(text("b"));
  expect(contentOf(removeBlock(one, ["content"]))).toEqual(text(""));
});

test("role, model and stop reason are set, and removed by an empty text", () => {
  const set = setMember(answerToBegin, "stopReason", "toolUse");
  expect(readAnswer(set)?.stopReason).toBe("toolUse");
  const removed = setMember(set, "stopReason", "");
  expect(JSON.parse(removed)).not.toHaveProperty("stopReason");
  expect(readAnswer(setMember(removed, "model", "m"))?.model).toBe("m");
});

test.each([["{"], ["[]"], ["7"], [""]])("%s is not an answer", (broken) => {
  expect(readAnswer(broken)).toBeUndefined();
});
