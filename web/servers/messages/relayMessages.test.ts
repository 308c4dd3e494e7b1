import { expect, test } from "vitest";
import type { RelayState } from "../../relay/store/relayState.ts";
import { relayStateText } from "./relayMessages.ts";
import { relayStatus } from "./relayStatus.ts";

const address = "http://127.0.0.1:6280/";
const version = "1.2.3";

const problemStates: readonly RelayState[] = [
  { kind: "idle", address },
  { kind: "tab-asked", address, code: "BCDF-GHJK" },
  { kind: "permission-needed", address },
  { kind: "permission-denied", address },
  { kind: "not-running", address },
  { kind: "wrong-version", address, version, isOlder: true },
  { kind: "wrong-version", address, version, isOlder: false },
  { kind: "pairing-needed", address, version, reason: undefined },
  { kind: "pairing-needed", address, version, reason: "The relay was restarted" },
  { kind: "pairing-needed", address, version, reason: undefined, link: "used" },
  { kind: "pairing-needed", address, version, reason: undefined, link: "unknown" },
  { kind: "no-sessions", address, version },
  { kind: "reconnecting", address, attempt: 2 },
];

test("every state has its own status text", () => {
  const words = problemStates.map(relayStatus);
  expect(new Set(words).size).toBe(new Set(problemStates.map(({ kind }) => kind)).size);
});

test("the relay's reason is included", () => {
  const { why } = relayStateText({
    kind: "pairing-needed",
    address,
    version,
    reason: "It was restarted",
  });
  expect(why).toContain("It was restarted. ");
});
