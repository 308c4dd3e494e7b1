/** Finds how a server described itself in the first recorded handshake. */
import { asJsonObject, isJsonObject } from "../core/json/jsonObject.ts";
import type { RecordedEntry } from "./entries/recordedEntry.ts";
import { exportedCalls } from "./export/exchanges.ts";
import { type RecordedConnection, recordingFormat } from "./recording.ts";

export type HandshakeFacts = Pick<
  RecordedConnection,
  "revision" | "serverInfo" | "capabilities" | "instructions"
>;

/** @param entries of one connection */
export function recordedAgreement(entries: readonly RecordedEntry[]): HandshakeFacts {
  const server = { kind: "stdio", command: "any", args: [] } as const;
  const call = exportedCalls({ format: recordingFormat, server, entries }).find(
    ({ method, answerText }) => method === "initialize" && answerText !== undefined,
  );
  const answer: unknown = call?.answerText && JSON.parse(call.answerText);
  const { protocolVersion, serverInfo, capabilities, instructions } =
    asJsonObject(asJsonObject(answer)?.result) ?? {};
  return {
    ...(typeof protocolVersion === "string" ? { revision: protocolVersion } : {}),
    ...(isJsonObject(serverInfo) ? { serverInfo } : {}),
    ...(isJsonObject(capabilities) ? { capabilities } : {}),
    ...(typeof instructions === "string" ? { instructions } : {}),
  };
}
