/** Masks the server and the selected item of a recording, which links, the URL and the history have too. */
import { maskRecording } from "./maskTarget.ts";
import { type Recording, recordingFormat, type SharedServer } from "./recording.ts";
import { createRedactor, type Redactor, type TextPlace } from "./redaction/redactor.ts";

type RecordingHead = Pick<Recording, "server" | "revision" | "selected">;

/**
 * Masks a head by itself.
 * @param knownSecrets secrets that are masked wherever they occur in it
 */
export function maskHead(head: RecordingHead, knownSecrets: readonly string[]): Recording {
  const redactor = createRedactor();
  for (const secret of knownSecrets) redactor.addSecret(secret);
  return redactHead(head, redactor, false);
}

export const inServer: TextPlace = { place: "server" };

/** Masks the server and the selected item: what looks like a secret becomes a placeholder. */
export function redactHead(
  head: RecordingHead,
  redactor: Redactor,
  keepsDetected: boolean,
): Recording {
  const { recording, maskedSecrets } = keepsDetected
    ? { recording: { format: recordingFormat, ...head }, maskedSecrets: [] }
    : maskRecording({ format: recordingFormat, ...head });
  for (const secret of maskedSecrets) redactor.addFinding(secret, inServer);
  const { server, revision, selected } = recording;
  const text = (value: string, place: TextPlace) => redactor.text(value, place).text;
  const argumentsText = selected?.argumentsText;
  return {
    format: recordingFormat,
    server: redactServer(server, redactor),
    ...(revision === undefined ? {} : { revision: text(revision, inServer) }),
    ...(selected
      ? {
          selected: {
            kind: selected.kind,
            name: text(selected.name, inServer),
            ...(argumentsText === undefined
              ? {}
              : { argumentsText: text(argumentsText, { place: "arguments" }) }),
          },
        }
      : {}),
  };
}

export function redactServer(server: SharedServer, redactor: Redactor): SharedServer {
  const text = (value: string) => redactor.text(value, inServer).text;
  if (server.kind === "http") return { kind: "http", url: text(server.url) };
  const { command, args, cwd, environmentNames } = server;
  return {
    kind: "stdio",
    command: text(command),
    args: args.map(text),
    ...(cwd === undefined ? {} : { cwd: text(cwd) }),
    ...(environmentNames === undefined ? {} : { environmentNames: environmentNames.map(text) }),
  };
}
