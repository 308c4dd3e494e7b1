/** The react-query client; it sends no request on its own. */
import { notifyManager, QueryClient } from "@tanstack/react-query";

// Its default, a timer, would show a list after the next frame.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        retryOnMount: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnMount: false,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        networkMode: "always",
        structuralSharing: false,
      },
    },
  });
}
