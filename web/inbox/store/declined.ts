/** The error that declines a sampling request. */

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling */
export const declinedText = '{"code":-1,"message":"User rejected sampling request"}';
