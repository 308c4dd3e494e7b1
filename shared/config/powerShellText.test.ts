import fc from "fast-check";
import { expect, test } from "vitest";
import { hasPowerShell, powerShellCommand, quotedForPowerShell } from "./powerShellText.ts";

test.each([
  ["plain", "'plain'"],
  ["", "''"],
  ["it's", "'it''s'"],
  ["'; calc; '", "'''; calc; '''"],
  ['"$(calc)" `n $env:A @{} %PATH% & | ; # \\', `'"$(calc)" \`n $env:A @{} %PATH% & | ; # \\'`],
  ["--%", "'--%'"],
  [
    "\u2018a\u2019 \u201ab\u201b; calc",
    "([regex]::Unescape('\\u2018a\\u2019 \\u201ab\\u201b; calc'))",
  ],
  // an empty line would end pasted input, and the text after it would run
  ["a\r\n\n\ncalc\n", "([regex]::Unescape('a\\u000d\\u000a\\u000a\\u000acalc\\u000a'))"],
  ["'@\ncalc", "([regex]::Unescape('''@\\u000acalc'))"],
  ["a\tb\\n", "([regex]::Unescape('a\\u0009b\\\\n'))"],
  ["\u001b[201~\u0000\u202e", "([regex]::Unescape('\\u001b[201~\\u0000\\u202e'))"],
  // its bytes have a quote of Windows-1252
  ["\u0451😀", "([regex]::Unescape('\\u0451\\ud83d\\ude00'))"],
])("%j", (text, written) => {
  expect(quotedForPowerShell(text)).toBe(written);
});

/** Reads what {@link quotedForPowerShell} writes, by the rules of PowerShell and .NET. */
function read(written: string): string {
  const match = /^(\(\[regex\]::Unescape\()?'((?:[ -&(-~]|'')*)'(\)\))?$/.exec(written);
  if (!match || !match[1] !== !match[3]) throw new Error(written);
  const text = (match[2] ?? "").replaceAll("''", "'");
  if (!match[1]) return text;
  return text.replace(/\\(?:\\|u([0-9a-f]{4})|(.|$))/g, (_, code?: string, other?: string) => {
    if (other !== undefined) throw new Error(written);
    return code ? String.fromCharCode(Number.parseInt(code, 16)) : "\\";
  });
}

test("no text leaves its quotes, and PowerShell restores it", () => {
  const signs = [..."'\u2018\u2019\u201a\u201b\u201c`$\"\\u\n\r\t\u001b\u202e\u2028()+ "];
  const part = fc.oneof(fc.constantFrom(...signs), fc.string({ unit: "binary", maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join("");
      expect(read(quotedForPowerShell(text))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("words of a command are quoted where PowerShell would read them", () => {
  expect(powerShellCommand("mcp-playground", ["tap", "--install", "cursor", "my-server"])).toBe(
    "mcp-playground tap --install cursor my-server",
  );
  for (const name of ["a & calc", "$(calc)", "a;b", "@a", "a,b", "", "--%", "-a", "C:\\a"]) {
    expect(powerShellCommand("x", [name])).toBe(`x '${name}'`);
  }
});

test.each([
  ["Win32", true],
  ["Linux x86_64", false],
  ["MacIntel", false],
])("%s has PowerShell: %s", (platform, is) => {
  expect(hasPowerShell(platform)).toBe(is);
});
