import { describe, expect, test } from "vitest";
import { decodePageMessage, decodeRelayMessage, encodeMessage } from "./frames.ts";
import type { HttpPageMessage, HttpRelayMessage } from "./httpFrames.ts";

const id = "00112233445566778899aabbccddeeff";
const certificate = {
  subject: "CN=a",
  issuer: "CN=b",
  names: "DNS:a",
  validFrom: "x",
  validTo: "y",
  fingerprint: "AA:BB",
};
const exchange = { kind: "exchange", id, method: "POST", url: "http://a/", headers: [], until: 1 };
const response = {
  kind: "response",
  id,
  status: 200,
  statusText: "",
  httpVersion: "1.1",
  headers: [["A", "1"]],
  timing: { waitMs: 1 },
};

const fromPage: HttpPageMessage[] = [
  { kind: "allow", origin: "https://example.com" },
  { kind: "allow", origin: "http://[::1]:3000", ca: "c", cert: "d", key: "e", fingerprint: "f" },
  { kind: "exchange", id, method: "GET", url: "http://a/", headers: [["X", ""]], until: 0 },
  { kind: "exchange", id, method: "POST", url: "http://a/", headers: [], size: 0, until: 9 },
  { kind: "grant", id, until: 2 ** 40 },
  { kind: "abort", id },
];

const fromRelay: HttpRelayMessage[] = [
  { kind: "sent", id, sent: 3 },
  { ...response, kind: "response", headers: [["A", "1"]] },
  {
    ...response,
    kind: "response",
    headers: [],
    remote: "1.2.3.4:5",
    timing: { dnsMs: 0.5, connectMs: 1, tlsMs: 2, waitMs: 3 },
    tls: { protocol: "TLSv1.3", cipher: "x", certificate },
  },
  { ...response, kind: "response", headers: [], times: { sentAt: 0.25, headAt: 3.5 } },
  { kind: "exchange-ended", id, total: 0 },
  { kind: "exchange-ended", id, total: 0, at: 4.75 },
  { kind: "exchange-failed", id, code: "dns", reason: "no" },
  { kind: "exchange-failed", id, code: "certificate", reason: "no", address: "a", certificate },
];

test.each(fromPage)("page: $kind is the same after encoding and decoding", (message) => {
  expect(decodePageMessage(encodeMessage(message))).toEqual(message);
});

test.each(fromRelay)("relay: $kind is the same after encoding and decoding", (message) => {
  expect(decodeRelayMessage(encodeMessage(message))).toEqual(message);
});

describe("invalid messages are refused", () => {
  const wrongFromPage: unknown[] = [
    { kind: "allow" },
    { kind: "allow", origin: "https://example.com/" },
    { kind: "allow", origin: "https://user@example.com" },
    { kind: "allow", origin: "null" },
    { kind: "allow", origin: "https://example.com", key: 1 },
    { ...exchange, id: "1" },
    { ...exchange, method: 1 },
    { ...exchange, headers: {} },
    { ...exchange, headers: [["a"]] },
    { ...exchange, headers: [["a", 1]] },
    { ...exchange, headers: ["ab"] },
    { ...exchange, size: -1 },
    { ...exchange, until: null },
    { kind: "grant", id },
  ];
  test.each(wrongFromPage)("page: %j", (value) => {
    expect(decodePageMessage(JSON.stringify(value))).toBeUndefined();
  });

  const wrongFromRelay: unknown[] = [
    { kind: "sent", id },
    { ...response, status: "200" },
    { ...response, headers: [[1, "a"]] },
    { ...response, timing: {} },
    { ...response, remote: 1 },
    { ...response, times: {} },
    { ...response, times: { sentAt: 1, headAt: "2" } },
    { kind: "exchange-ended", id },
    { kind: "exchange-ended", id, total: 0, at: -1 },
    { kind: "exchange-failed", id, code: "constructor", reason: "no" },
    { kind: "exchange-failed", id, code: "dns" },
  ];
  test.each(wrongFromRelay)("relay: %j", (value) => {
    expect(decodeRelayMessage(JSON.stringify(value))).toBeUndefined();
  });
});
