import { describe, expect, test } from "vitest";
import { changeEntry, type EntryChange } from "./tapEntry.ts";

const tap: NonNullable<EntryChange["tap"]> = [
  "/bin/node",
  "/lib/main.js",
  "tap",
  "--name",
  "notes",
  "--",
];

const files = {
  compact: [
    "json",
    '{"mcpServers":{"notes":{"command":"npx","args":["-y","a b"],"env":{"K":"v"}}}}',
  ],
  comments: [
    "json",
    `{
  // my servers
  "servers": {
    "other": { "command": "x" }, /* keep */
    "notes": {
      "args": [ // first
        "server.js", // the script
        "--flag",
      ],
      "command": "node", // the program
      "type": "stdio"
    },
  },
}
`,
  ],
  windows: [
    "json",
    '\ufeff{\r\n\t"context_servers": {\r\n\t\t"notes": { "command": "C:\\\\a\\"b.exe", "args": [] }\r\n\t}\r\n}\r\n',
  ],
  codex: [
    "toml",
    `model = "o5" # comment
[mcp_servers.other]
command = "x"
[mcp_servers.notes] # mine
args = [
  "server.js", # the script
  "a \\"b\\" ]",
]
command = "node"
[mcp_servers.notes.env]
command = "not this"
`,
  ],
} as const;

describe.each(Object.entries(files))("%s", (_name, [format, text]) => {
  test("only the command changes, and taking the tap out restores every byte", () => {
    const installed = changeEntry(text, format, { server: "notes", tap });
    if (typeof installed === "string") throw new Error(installed);
    for (const word of tap) expect(installed.text).toContain(JSON.stringify(word));
    for (const line of text.split("\n")) {
      const isKept = !/command"?\s*[:=]|args"?\s*[:=]|server\.js/.test(line);
      if (isKept) expect(installed.text.split("\n")).toContain(line);
    }
    expect(changeEntry(installed.text, format, { server: "notes", tap })).toBe("tapped");
    expect(changeEntry(installed.text, format, { server: "notes", tap: undefined })).toEqual({
      text,
    });
  });

  test("a server that is not there is not changed", () => {
    expect(changeEntry(text, format, { server: "none", tap })).toBe("no-server");
    expect(changeEntry(text, format, { server: "__proto__", tap })).toBe("no-server");
    expect(changeEntry(text, format, { server: "notes", tap: undefined })).toBe("not-tapped");
  });
});

test("a command without arguments gets some", () => {
  const json = changeEntry('{"servers":{"notes":{"command":"a"}}}', "json", {
    server: "notes",
    tap,
  });
  expect(json).toMatchObject({ text: expect.stringContaining('"--", "a"]}') });
  const toml = changeEntry('[mcp_servers.notes]\ncommand = "a"\n', "toml", {
    server: "notes",
    tap,
  });
  expect(toml).toMatchObject({ text: expect.stringContaining('"--", "a"]\n') });
});

test("what is written in another way stays as it is", () => {
  const change = (text: string, format: "json" | "toml" = "json") =>
    changeEntry(text, format, { server: "notes", tap });
  expect(change('{"mcpServers":{"notes":{"url":"https://a.example"}}}')).toBe("not-stdio");
  expect(change('{"mcpServers":{"notes":{"command":{"path":"a"}}}}')).toBe("unusual");
  expect(change('{"mcpServers":{"notes":{"command":"a","args":"b"}}}')).toBe("unusual");
  expect(change('{"mcpServers":{"notes":{"command":"a","command":"b"}}}')).toBe("unusual");
  expect(change("[mcp_servers]\nnotes = { command = 'a' }", "toml")).toBe("unusual");
  expect(change("[mcp_servers.notes]\ncommand = 'a'", "toml")).toBe("unusual");
  expect(change("{ not json")).toBe("no-server");
});
