/** The route with which a page fetches its relay's half of the device key. */

/** Relative to the relay's URL; `POST` with the session as bearer token. */
export const deviceKeyPath = "api/device-key";

/** Size of the relay's half in bytes. */
export const deviceKeyBytes = 32;
