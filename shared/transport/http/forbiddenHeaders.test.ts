import { expect, test } from "vitest";
import { isForbiddenHeader } from "./forbiddenHeaders.ts";

test.each(["Cookie", "HOST", "origin", "Sec-Fetch-Mode", "proxy-authorization"])(
  "a page may not set %s",
  (name) => expect(isForbiddenHeader(name)).toBe(true),
);

test.each(["Authorization", "Mcp-Param-Region", "X-Anything", "Content-Type"])(
  "a page may set %s",
  (name) => expect(isForbiddenHeader(name)).toBe(false),
);
