import { expect, test } from "vitest";
import { detectSecrets, detectSecretsInSteps } from "./detectSecrets.ts";

test("a long text is searched in many steps", () => {
  const text = JSON.stringify(
    Array.from({ length: 10_000 }, (_, at) => ({ name: `n ${at}`, password: `p4ss-${at}` })),
  );
  const steps = detectSecretsInSteps(text);
  let count = 0;
  let found = steps.next();
  while (!found.done) {
    count++;
    found = steps.next();
  }
  expect(count).toBeGreaterThan(20);
  expect(found.value).toHaveLength(10_000);
  expect(found.value).toEqual(detectSecrets(text));
});
