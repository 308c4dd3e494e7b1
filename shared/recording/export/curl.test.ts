import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";

test("secrets are masked, and quotes survive the shell", () => {
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

test("a URL is neither an option of curl nor a pattern of many URLs", () => {
  const curl = (url: string) => curlOf({ method: "GET", url, headers: [], secrets: [] });
  expect(curl("-K/tmp/file")).toBe("curl -i --url '-K/tmp/file'");
  expect(curl("https://h.example/[1-9999]?{a,b}")).toBe(
    "curl -i --globoff 'https://h.example/[1-9999]?{a,b}'",
  );
});

test("no control character reaches the terminal, and the shell restores all of them", () => {
  const body = "it's\u001b[201~\u0003\r\n\\n\u009bm\u007f\u202e%s";
  const curl = curlOf({
    method: "POST",
    url: "https://h.example/",
    headers: [],
    body,
    secrets: [],
  });
  expect(curl).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  const command = curl.replace(/^curl .*\n.*--data-raw/, "printf %s");
  expect(execFileSync("bash", ["-c", command], { encoding: "utf8" })).toBe(body);
});
