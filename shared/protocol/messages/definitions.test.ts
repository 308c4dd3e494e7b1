import { expectTypeOf, test } from "vitest";
import type { Message } from "./definitions.ts";

test("the types of messages are those of their revision", () => {
  expectTypeOf<Message<"2024-11-05", "RequestId">>().toEqualTypeOf<string | number>();
  expectTypeOf<Message<"2025-03-26", "Role">>().toEqualTypeOf<"assistant" | "user">();
  expectTypeOf<Message<"2025-11-25", "CallToolRequest">["method"]>().toEqualTypeOf<"tools/call">();
  expectTypeOf<
    Message<"2025-11-25", "CallToolRequest">["params"]["name"]
  >().toEqualTypeOf<string>();
  expectTypeOf<Message<"2025-11-25", "Task">["ttl"]>().toEqualTypeOf<number | null>();
  expectTypeOf<
    Message<"2026-07-28", "CallToolResult">["structuredContent"]
  >().toEqualTypeOf<unknown>();
});

test("a reference resolves within its own revision", () => {
  type First = Message<"2024-11-05", "CallToolResult">["content"][number]["type"];
  type Later = Message<"2025-06-18", "CallToolResult">["content"][number]["type"];
  expectTypeOf<First>().toEqualTypeOf<"text" | "image" | "resource">();
  expectTypeOf<Later>().toEqualTypeOf<"text" | "image" | "audio" | "resource" | "resource_link">();
});

test("required and optional members differ", () => {
  expectTypeOf<{ uri: string; name: string }>().toExtend<Message<"2025-11-25", "Resource">>();
  expectTypeOf<{ name: string }>().not.toExtend<Message<"2025-11-25", "Resource">>();
  expectTypeOf<{ uri: string; name: number }>().not.toExtend<Message<"2025-11-25", "Resource">>();
});

test("JSON values are recursive", () => {
  expectTypeOf<{ a: (string | null)[] }>().toExtend<Message<"2026-07-28", "JSONValue">>();
  expectTypeOf<() => void>().not.toExtend<Message<"2026-07-28", "JSONValue">>();
});
