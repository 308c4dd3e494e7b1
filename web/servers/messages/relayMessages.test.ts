import { expect, test } from "vitest";
import { relayStateText } from "./relayMessages.ts";

const address = "http://127.0.0.1:6280/";
const version = "1.2.3";

test("the relay's reason stands alone", () => {
  const { why } = relayStateText({
    kind: "pairing-needed",
    isOwnPage: true,
    address,
    version,
    reason: "It was restarted",
  });
  expect(why).toBe("It was restarted.");
});
