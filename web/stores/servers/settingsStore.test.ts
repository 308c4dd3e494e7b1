import { expect, test } from "vitest";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createSettingsStore } from "./settingsStore.ts";

function createScene() {
  const storage = createMemoryStorage();
  return { settings: createSettingsStore(storage), storage };
}

const first = "node first.js";
const second = "https://second.example/mcp";

test("settings of one server never apply to another, and are restored for the first", () => {
  const { settings } = createScene();
  settings.adopt(first);
  settings.change({ environment: [["KEY", "secret"]], directory: "/tmp" });
  settings.adopt(second);
  expect(settings.getState()).toMatchObject({ environment: [], directory: "", headers: [] });
  settings.change({ headers: [["Authorization", "Bearer secret"]] });
  settings.adopt(first);
  expect(settings.getState()).toMatchObject({
    environment: [["KEY", "secret"]],
    directory: "/tmp",
    headers: [],
  });
});

test("settings made before a server was named apply to the first one only", () => {
  const { settings } = createScene();
  settings.change({ sessionId: "abc" });
  settings.adopt(first);
  expect(settings.getState().sessionId).toBe("abc");
  settings.adopt(second);
  expect(settings.getState().sessionId).toBe("");
});

test("settings made before a server was named do not apply to the server of a link", () => {
  const { settings } = createScene();
  settings.change({ headers: [["Authorization", "secret"]] });
  settings.adopt("");
  settings.adopt(second, true);
  expect(settings.getState().headers).toEqual([]);
  // the user agreed to connect to it
  settings.adopt(second);
  expect(settings.getState().headers).toEqual([]);
  expect(settings.of(second).headers).toEqual([]);
  settings.adopt("");
  expect(settings.getState().headers).toEqual([["Authorization", "secret"]]);
  expect(settings.of("https://other.example/mcp").headers).toEqual([]);
  settings.adopt(first);
  expect(settings.getState().headers).toEqual([["Authorization", "secret"]]);
});

test("a server whose arguments are edited keeps its settings", () => {
  const { settings } = createScene();
  settings.adopt(first);
  settings.change({ directory: "/tmp" });
  settings.rename(`${first} --verbose`);
  settings.adopt(`${first} --verbose`);
  expect(settings.getState().directory).toBe("/tmp");
});

test("an address that names no server does not lose the settings of a server", () => {
  const { settings } = createScene();
  settings.adopt(first);
  settings.change({ directory: "/tmp" });
  settings.adopt("");
  settings.adopt(second);
  expect(settings.getState().directory).toBe("");
  settings.adopt(first);
  expect(settings.getState().directory).toBe("/tmp");
});

test("the route to a server is stored across visits, by its origin only", () => {
  const { settings, storage } = createScene();
  settings.adopt(`${second}?key=secret`);
  settings.change({ route: "relay" });
  expect(settings.of(first).route).toBe("direct");
  settings.adopt("https://third.example/mcp");
  expect(settings.getState().route).toBe("direct");

  const next = createSettingsStore(storage);
  expect(next.of(second).route).toBe("relay");
  next.adopt(second);
  expect(next.getState().route).toBe("relay");
  expect(storage.getItem("mcp-playground.relayed-origins")).toBe('["https://second.example"]');
  next.change({ route: "direct" });
  expect(storage.getItem("mcp-playground.relayed-origins")).toBe("[]");
});
