/** A map that forgets what was set first, so that no server can make it grow for ever. */

export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  /** @param limit how many entries are kept */
  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#limit) this.delete(this.keys().next().value as K);
    return this;
  }
}
