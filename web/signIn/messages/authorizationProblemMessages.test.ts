import { expect, test } from "vitest";
import { authorizationViolation } from "../../../shared/protocol/failures/authorizationProblem.ts";
import { authorizationProblemText } from "./authorizationProblemMessages.ts";

test("a refusal quotes the server's error code and description", () => {
  const problem = authorizationViolation("token-refused", "token-error", {
    status: 400,
    error: "invalid_grant",
    description: "grant request is invalid",
  });
  const { what, why } = authorizationProblemText(problem);
  expect(what).toContain("invalid_grant, “grant request is invalid”");
  expect(why).toContain("verifier");
});

test("a CORS failure and an unreachable server have different messages", () => {
  const evidence = { url: "https://as.example/token", crossOrigin: true };
  const cors = authorizationViolation("unreachable", "token-endpoint", {
    ...evidence,
    reason: "as.example answers",
    deniedByCors: true,
  });
  const gone = authorizationViolation("unreachable", "token-endpoint", {
    ...evidence,
    reason: "Failed to fetch",
  });
  expect(authorizationProblemText(cors).next[0]).toContain("relay");
  expect(authorizationProblemText(gone).what).toBe("Could not connect to as.example");
});

test.each([
  [{ why: "no-secret" }, "There is no client secret."],
  [
    { why: "other-pem", found: "RSA PRIVATE KEY" },
    "The PEM holds RSA PRIVATE KEY, not PRIVATE KEY (PKCS #8).",
  ],
  [{ why: "algorithm-not-supported", algorithm: "HS1" }, "The algorithm HS1 is not supported."],
  [{ why: "other-algorithm", algorithm: "ES256" }, "The key cannot be used for ES256."],
])("an unusable key says why: %j", (evidence, why) => {
  const problem = authorizationViolation("unusable-key", "private-key-jwt", evidence);
  expect(authorizationProblemText(problem).why).toBe(why);
});
