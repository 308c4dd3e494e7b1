/** Imports private keys from PEM and JWK. */
import { fromBase64 } from "../../core/base64.ts";

/** WebCrypto import parameters by JWS algorithm. */
const importers: Readonly<Record<string, EcKeyImportParams | RsaHashedImportParams | Algorithm>> = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  ES384: { name: "ECDSA", namedCurve: "P-384" },
  ES512: { name: "ECDSA", namedCurve: "P-521" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  RS384: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" },
  RS512: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  PS384: { name: "RSA-PSS", hash: "SHA-384" },
  PS512: { name: "RSA-PSS", hash: "SHA-512" },
  Ed25519: { name: "Ed25519" },
  EdDSA: { name: "Ed25519" },
};

/** Algorithms that are tried for a PEM key without an algorithm. */
const candidateAlgorithms = ["ES256", "RS256", "Ed25519", "ES384", "ES512"];

/** Why a client cannot be authenticated; the evidence of the problem `unusable-key`. */
export type KeyFault =
  | { readonly why: "no-key" | "no-secret" | "not-pem-or-jwk" | "pem-not-base64" }
  | { readonly why: "jwk-not-json" | "jwk-not-private" }
  /** `found` is the label of the PEM. */
  | { readonly why: "other-pem"; readonly found: string }
  | { readonly why: "algorithm-not-supported"; readonly algorithm: string }
  /** `algorithm` may be a list of those that were tried. */
  | { readonly why: "other-algorithm"; readonly algorithm: string };

/**
 * Imports a private key for signing; it cannot be extracted.
 * @param text PKCS #8 in PEM, or a private JWK
 * @param algorithm a JWS algorithm; undefined to derive it from the key
 * @returns the key, or why it cannot be used
 */
export async function importPrivateKey(
  text: string,
  algorithm: string | undefined,
): Promise<CryptoKey | KeyFault> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return importJwk(trimmed, algorithm);
  const pem = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(trimmed)?.[1];
  if (pem === undefined) {
    const other = /-----BEGIN ([A-Z ]+)-----/.exec(trimmed)?.[1];
    return other ? { why: "other-pem", found: other } : { why: "not-pem-or-jwk" };
  }
  const der = fromBase64(pem);
  if (!der) return { why: "pem-not-base64" };
  for (const candidate of algorithm === undefined ? candidateAlgorithms : [algorithm]) {
    const importer = importerOf(candidate);
    if (!importer) return { why: "algorithm-not-supported", algorithm: candidate };
    try {
      return await crypto.subtle.importKey("pkcs8", der, importer, false, ["sign"]);
    } catch {}
  }
  return { why: "other-algorithm", algorithm: algorithm ?? candidateAlgorithms.join(", ") };
}

async function importJwk(
  text: string,
  algorithm: string | undefined,
): Promise<CryptoKey | KeyFault> {
  let jwk: JsonWebKey;
  try {
    jwk = JSON.parse(text) as JsonWebKey;
  } catch {
    return { why: "jwk-not-json" };
  }
  if (typeof jwk.d !== "string") return { why: "jwk-not-private" };
  const named =
    algorithm ?? (typeof jwk.alg === "string" ? jwk.alg : undefined) ?? algorithmOf(jwk);
  const importer = importerOf(named);
  if (!importer) return { why: "algorithm-not-supported", algorithm: named };
  const { key_ops: _, use: __, alg: ___, ...plain } = jwk;
  try {
    return await crypto.subtle.importKey("jwk", plain, importer, false, ["sign"]);
  } catch {
    return { why: "other-algorithm", algorithm: named };
  }
}

function algorithmOf({ kty, crv }: JsonWebKey): string {
  if (kty === "RSA") return "RS256";
  if (kty === "OKP") return "Ed25519";
  return crv === "P-521" ? "ES512" : crv === "P-384" ? "ES384" : "ES256";
}

function importerOf(algorithm: string) {
  return Object.hasOwn(importers, algorithm) ? importers[algorithm] : undefined;
}
