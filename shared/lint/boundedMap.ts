/** A map with a size limit that drops its oldest entries, so that no server can make it grow without end. */

export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  /** @param limit the number of entries kept */
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
