/** The variables of a collection in its chosen environment. */
import type { Variables } from "../../../../shared/collections/collection.ts";
import { variablesFor } from "../../../../shared/collections/substitute.ts";
import type { OpenCollection } from "./storedCollections.ts";

/** The secrets of the chosen environment that have a value. */
export function enteredSecrets({ collection, environmentName, secrets }: OpenCollection) {
  const environment = collection.environments.find(({ name }) => name === environmentName);
  return (environment?.secrets ?? []).flatMap((name) => {
    const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
}

export function collectionVariables(open: OpenCollection): Variables {
  const { collection, environmentName } = open;
  const environment = collection.environments.find(({ name }) => name === environmentName);
  const given = enteredSecrets(open).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return variablesFor(collection, environment, Object.fromEntries(given));
}
