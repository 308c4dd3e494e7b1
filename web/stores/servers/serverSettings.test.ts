import { expect, test } from "vitest";
import { createStoredRoutes } from "./routes.ts";
import { createServerSettings } from "./serverSettings.ts";
import { createSettings } from "./settings.ts";

function createScene() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const settings = createSettings(storage);
  return {
    settings,
    servers: createServerSettings(settings, createStoredRoutes(storage)),
    storage,
  };
}

const first = "node first.js";
const second = "https://second.example/mcp";

test("what was set for one server never goes to another, and is there again for the first", () => {
  const { settings, servers } = createScene();
  servers.adopt(first);
  settings.setState({ environment: [["KEY", "secret"]], directory: "/tmp" });
  servers.adopt(second);
  expect(settings.getState()).toMatchObject({ environment: [], directory: "", headers: [] });
  settings.setState({ headers: [["Authorization", "Bearer secret"]] });
  servers.adopt(first);
  expect(settings.getState()).toMatchObject({
    environment: [["KEY", "secret"]],
    directory: "/tmp",
    headers: [],
  });
});

test("what was set before a server was named goes to the first one, and to that one alone", () => {
  const { settings, servers } = createScene();
  settings.setState({ sessionId: "abc" });
  servers.adopt(first);
  expect(settings.getState().sessionId).toBe("abc");
  servers.adopt(second);
  expect(settings.getState().sessionId).toBe("");
});

test("a server whose arguments are edited keeps its settings", () => {
  const { settings, servers } = createScene();
  servers.adopt(first);
  settings.setState({ directory: "/tmp" });
  servers.rename(`${first} --verbose`);
  servers.adopt(`${first} --verbose`);
  expect(settings.getState().directory).toBe("/tmp");
});

test("an address that names nothing does not lose what belongs to a server", () => {
  const { settings, servers } = createScene();
  servers.adopt(first);
  settings.setState({ directory: "/tmp" });
  servers.adopt("");
  servers.adopt(second);
  expect(settings.getState().directory).toBe("");
  servers.adopt(first);
  expect(settings.getState().directory).toBe("/tmp");
});

test("the route to a server is kept from visit to visit, by its origin alone", () => {
  const { settings, servers, storage } = createScene();
  servers.adopt(`${second}?key=secret`);
  settings.setState({ route: "relay" });
  expect(servers.of(first).route).toBe("direct");
  servers.adopt("https://third.example/mcp");
  expect(settings.getState().route).toBe("direct");

  const lazyComponent = createSettings(storage);
  const next = createServerSettings(lazyComponent, createStoredRoutes(storage));
  expect(next.of(second).route).toBe("relay");
  next.adopt(second);
  expect(lazyComponent.getState().route).toBe("relay");
  expect(storage.getItem("mcp-playground.relayed-origins")).toBe('["https://second.example"]');
  lazyComponent.setState({ route: "direct" });
  expect(storage.getItem("mcp-playground.relayed-origins")).toBe("[]");
});
