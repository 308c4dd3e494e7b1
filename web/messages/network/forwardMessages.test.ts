import { expect, test } from "vitest";
import { forwardErrorText } from "./forwardMessages.ts";

test("members that a certificate does not have are left out", () => {
  const certificate = {
    subject: "",
    issuer: "CN=b",
    names: "",
    validFrom: "Jan 1",
    validTo: "Jan 2",
    fingerprint: "AA:BB",
  };
  const failure = { code: "certificate", reason: "CERT_HAS_EXPIRED", certificate } as const;
  expect(forwardErrorText("https://a.example/", failure).quote).toBe(
    "Issued by: CN=b\nValid: Jan 1 to Jan 2\nSHA-256: AA:BB",
  );
});

test("the message quotes the certificate's identity and fingerprint", () => {
  const certificate = {
    subject: "CN=a",
    issuer: "CN=b",
    names: "DNS:a",
    validFrom: "Jan 1",
    validTo: "Jan 2",
    fingerprint: "AA:BB",
  };
  const failure = { code: "certificate", reason: "CERT_HAS_EXPIRED", certificate } as const;
  const { why, quote } = forwardErrorText("https://a.example/", failure);
  expect(why).toBe("It has expired. Nothing was sent.");
  expect(quote).toContain("SHA-256: AA:BB");
  expect(quote).toContain("Issued by: CN=b");
});
