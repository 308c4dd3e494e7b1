/** Caches one computed value per object. */

/** @returns the value for the object; computed on the first call */
export function memoize<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
