import { expect, test } from "vitest";
import { basicAuthorization } from "./basicAuth.ts";

test.each([
  ["Aladdin:open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ["test:123£", "Basic dGVzdDoxMjPCow=="],
  [":", "Basic Og=="],
])("%s", (credentials, value) => {
  expect(basicAuthorization(credentials)).toBe(value);
});
