/** All fuzz properties, for the test and for `npm run fuzz`. */
import { documentProperties } from "./documents.fixture.ts";
import { frameProperties } from "./frames.fixture.ts";
import type { FuzzProperty } from "./property.fixture.ts";
import { schemaProperties } from "./schemas.fixture.ts";
import { secretProperties } from "./secrets.fixture.ts";
import { streamProperties } from "./streams.fixture.ts";

export const fuzzProperties: readonly FuzzProperty[] = [
  ...frameProperties,
  ...documentProperties,
  ...streamProperties,
  ...schemaProperties,
  ...secretProperties,
];
