import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";

test("secrets are covered, and quotes survive the shell", () => {
  const body = "grant_type=authorization_code&code=hush";
  const curl = curlOf({
    method: "POST",
    url: "https://as.example/token?it's=1",
    headers: [["Authorization", "Basic hush"]],
    body,
    secrets: [
      { part: "body", start: body.indexOf("hush"), end: body.length, kind: "token" },
      { part: "header:authorization", start: 6, end: 10, kind: "token" },
    ],
  });
  expect(curl).not.toContain("hush");
  expect(curl).toBe(
    [
      "curl -i -X POST 'https://as.example/token?it'\\''s=1' \\",
      "  -H 'Authorization: Basic ••••••••' \\",
      "  --data-raw 'grant_type=authorization_code&code=••••••••'",
    ].join("\n"),
  );
});
