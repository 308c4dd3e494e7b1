/** How a page asks the relay that served it for its half of the device key. */

/** Relative to the address of the relay; `POST` with the session as bearer token. */
export const deviceKeyPath = "api/device-key";

/** Bytes of the relay's half. */
export const deviceKeyBytes = 32;
