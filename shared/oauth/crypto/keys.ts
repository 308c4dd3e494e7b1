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

/**
 * Imports a private key for signing; it cannot be extracted.
 * @param text PKCS #8 in PEM, or a private JWK
 * @param algorithm a JWS algorithm; undefined to derive it from the key
 * @throws {Error} where the key cannot be used
 */
export async function importPrivateKey(
  text: string,
  algorithm: string | undefined,
): Promise<CryptoKey> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return importJwk(trimmed, algorithm);
  const pem = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(trimmed)?.[1];
  if (pem === undefined) {
    const other = /-----BEGIN ([A-Z ]+)-----/.exec(trimmed)?.[1];
    throw new Error(
      other
        ? `The PEM holds ${other}, not PRIVATE KEY (PKCS #8)`
        : "The text is neither PEM nor a JWK",
    );
  }
  const der = fromBase64(pem);
  if (!der) throw new Error("The content of the PEM is not Base64");
  for (const candidate of algorithm === undefined ? candidateAlgorithms : [algorithm]) {
    try {
      return await crypto.subtle.importKey("pkcs8", der, importerOf(candidate), false, ["sign"]);
    } catch {}
  }
  throw new Error(`The key cannot be used for ${algorithm ?? candidateAlgorithms.join(", ")}`);
}

async function importJwk(text: string, algorithm: string | undefined): Promise<CryptoKey> {
  let jwk: JsonWebKey;
  try {
    jwk = JSON.parse(text) as JsonWebKey;
  } catch {
    throw new Error("The JWK is not JSON");
  }
  if (typeof jwk.d !== "string") throw new Error("The JWK holds no private key");
  const named =
    algorithm ?? (typeof jwk.alg === "string" ? jwk.alg : undefined) ?? algorithmOf(jwk);
  const { key_ops: _, use: __, alg: ___, ...plain } = jwk;
  try {
    return await crypto.subtle.importKey("jwk", plain, importerOf(named), false, ["sign"]);
  } catch {
    throw new Error(`The key cannot be used for ${named}`);
  }
}

function algorithmOf({ kty, crv }: JsonWebKey): string {
  if (kty === "RSA") return "RS256";
  if (kty === "OKP") return "Ed25519";
  return crv === "P-521" ? "ES512" : crv === "P-384" ? "ES384" : "ES256";
}

function importerOf(algorithm: string) {
  const importer = Object.hasOwn(importers, algorithm) ? importers[algorithm] : undefined;
  if (!importer) throw new Error(`The algorithm ${algorithm} is not supported`);
  return importer;
}
