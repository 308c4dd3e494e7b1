import { expect, test } from "vitest";
import { createListCache } from "./listCache.ts";
import { createQueryClient } from "./queryClient.ts";

const read = () => {
  const cache = createListCache();
  const client = cache.client(createQueryClient);
  for (const server of ["one", "two"]) {
    client.setQueryData([server, `${server}-1`, "tools/list"], []);
    client.setQueryData([server, `${server}-1`, "prompts/list"], []);
  }
  const invalid = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey.join(" "));
  return { cache, client, invalid };
};

test("all connections share one client", () => {
  const { cache, client } = read();
  expect(cache.client(createQueryClient)).toBe(client);
});

test("a notification invalidates the lists of its connection that it names", () => {
  const { cache, invalid } = read();
  cache.note("one", "one-1", "notifications/resources/updated");
  cache.note("one", "one-0", "notifications/tools/list_changed");
  expect(invalid()).toEqual([]);
  cache.note("one", "one-1", "notifications/tools/list_changed");
  expect(invalid()).toEqual(["one one-1 tools/list"]);
});

test("a removed server has no lists left, and the others keep theirs", () => {
  const { cache, client } = read();
  cache.clear("one");
  expect(client.getQueryCache().getAll()).toHaveLength(2);
  expect(client.getQueryData(["two", "two-1", "tools/list"])).toEqual([]);
});
