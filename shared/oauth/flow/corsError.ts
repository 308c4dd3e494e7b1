/** The rejection of a fetch whose server answers, but whose answer the page may not read. */
export class CorsError extends TypeError {
  /** @param host the server's host; @param origin the page's */
  constructor(host: string, origin: string, options?: ErrorOptions) {
    super(`${host} answers, but does not allow pages of ${origin} to read it (CORS)`, options);
  }
}
