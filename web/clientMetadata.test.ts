import { expect, test } from "vitest";
import { clientMetadataDocument, clientMetadataUrl, readPublicUrl } from "./clientMetadata.ts";

test("the document is its own client id, and lists the callback of the page beside it", () => {
  const url = readPublicUrl("https://example.com/play") as URL;
  expect(clientMetadataUrl(url)).toBe("https://example.com/play/oauth-client.json");
  expect(clientMetadataDocument(url)).toMatchObject({
    client_id: "https://example.com/play/oauth-client.json",
    redirect_uris: [
      "https://example.com/play/callback.html",
      "http://127.0.0.1:6280/callback.html",
      "http://localhost:6280/callback.html",
    ],
    token_endpoint_auth_method: "none",
  });
});

test("without an address there is no document; with an unusable one the build says so", () => {
  expect(readPublicUrl(undefined)).toBeUndefined();
  expect(readPublicUrl("")).toBeUndefined();
  for (const wrong of ["http://example.com/", "example.com", "https://example.com/?a=b"]) {
    expect(() => readPublicUrl(wrong)).toThrow("PUBLIC_URL must be an https URL");
  }
});
