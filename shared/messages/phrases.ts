/** What others wrote, within a sentence. */

/** A value of others within a sentence, as JSON. */
export const quoted = (value: unknown) => JSON.stringify(value);
