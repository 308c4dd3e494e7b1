/** Writes recordings to files for the tests of commands that read them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Recording } from "../../../shared/recording/recording.ts";
import { temporaryFolder } from "../../relay.fixture.ts";

/** @returns the path of the file, which is removed when the test ends */
export function recordingFile(recording: Recording): string {
  const path = join(temporaryFolder(), "session.json");
  writeFileSync(path, JSON.stringify(recording));
  return path;
}

/** Who caused the calls of tools in a file. */
export function initiatorsOfCalls(path: string) {
  const { entries = [] } = JSON.parse(readFileSync(path, "utf8")) as Recording;
  return entries
    .filter(({ direction, text }) => direction === "out" && text?.includes('"tools/call"'))
    .map(({ initiator }) => initiator);
}

/** A recording of a stdio session, from the messages sent and received. */
export function stdioFile(...messages: readonly (readonly ["out" | "in", object])[]): string {
  const server = { kind: "stdio", command: "node", args: ["server.mjs"] } as const;
  return recordingFile({
    format: "mcp-playground/1",
    server,
    connections: [{ id: "1", server, transport: "stdio", revision: "2025-11-25" }],
    entries: messages.map(([direction, message], at) => ({
      kind: "message",
      at,
      direction,
      carrier: "stdio",
      text: `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`,
    })),
  });
}
