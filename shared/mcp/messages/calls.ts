/** Requests and notifications as definitions: bare at first, with their envelope since 2025-11-25. */
import { literal, object, ref, type Schema } from "./schema.ts";

export const jsonrpc = { jsonrpc: literal("2.0") };
export const call = { ...jsonrpc, id: ref("RequestId") };

/** A request or notification that is stated without its envelope; it must have parameters. */
export function bareCall<const M extends string, const P extends Schema>(method: M, params: P) {
  return object({ method: literal(method), params });
}

/** A request with parameters. */
export function request<const M extends string, const P extends Schema>(method: M, params: P) {
  return object({ ...call, method: literal(method), params });
}

/** A request that may come without parameters. */
export function openRequest<const M extends string>(
  method: M,
  params: "RequestParams" | "PaginatedRequestParams",
) {
  return object({ ...call, method: literal(method) }, { params: ref(params) });
}

/** A notification with parameters. */
export function notification<const M extends string, const P extends Schema>(method: M, params: P) {
  return object({ ...jsonrpc, method: literal(method), params });
}

/** A notification that may come without parameters. */
export function openNotification<const M extends string>(method: M) {
  return object({ ...jsonrpc, method: literal(method) }, { params: ref("NotificationParams") });
}
