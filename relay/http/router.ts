/** Creates routers that accept only the exact spelling of a path. */
import express, { type Router } from "express";

/** Other cases and a trailing slash would bypass limits that a proxy sets for a route. */
export function createRouter(): Router {
  return express.Router({ caseSensitive: true, strict: true });
}
