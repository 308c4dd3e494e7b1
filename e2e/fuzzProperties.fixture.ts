/** All fuzz properties, for the test and for `npm run fuzz`. */
import { documentProperties } from "../shared/fuzz/documents.fixture.ts";
import { frameProperties } from "../shared/fuzz/frames.fixture.ts";
import type { FuzzProperty } from "../shared/fuzz/property.fixture.ts";
import { schemaProperties } from "../shared/fuzz/schemas.fixture.ts";
import { secretProperties } from "../shared/fuzz/secrets.fixture.ts";
import { streamProperties } from "../shared/fuzz/streams.fixture.ts";

export const fuzzProperties: readonly FuzzProperty[] = [
  ...frameProperties,
  ...documentProperties,
  ...streamProperties,
  ...schemaProperties,
  ...secretProperties,
];
