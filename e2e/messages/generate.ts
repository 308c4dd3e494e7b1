/** Writes the message definitions of `shared/protocol/messages` (`npm run generate:messages`). */
import { readFileSync, writeFileSync } from "node:fs";
import { revisions } from "../../shared/protocol/revisions.ts";
import { appDefinitions } from "./appMessages.ts";
import { Conversion } from "./conversion.ts";
import { appModuleText, identifier, moduleText } from "./moduleText.ts";

const folder = new URL("../../shared/protocol/messages/", import.meta.url);

/** The modules that belong in `shared/protocol/messages/generated`, by file name. */
export function generateMessages(): ReadonlyMap<string, string> {
  const conversion = new Conversion();
  const converted = revisions.toReversed().map((revision) => {
    const text = readFileSync(new URL(`official/${revision}.json`, folder), "utf8");
    return { revision, definitions: conversion.definitions(JSON.parse(text)) };
  });
  if (conversion.unused.size > 0) {
    throw new Error(`Overlay entries match nothing: ${[...conversion.unused].join(", ")}`);
  }
  return new Map([
    ...converted.map(
      (one, index) =>
        [`${identifier(one.revision)}.ts`, moduleText(one, converted[index - 1])] as const,
    ),
    ["appMessages.ts", appModuleText(appDefinitions())],
  ]);
}

/** Where a generated module is kept. */
export function generatedFile(name: string): URL {
  return new URL(`generated/${name}`, folder);
}

if (import.meta.main) {
  for (const [name, text] of generateMessages()) writeFileSync(generatedFile(name), text);
}
