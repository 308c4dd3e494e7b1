import { expect, test } from "vitest";
import { platformOf } from "./platform.ts";

/** The folders of state and settings. */
const folders = (name: NodeJS.Platform, home: string, environment: Record<string, string> = {}) => {
  const { stateFolder, settingsFolder } = platformOf(name);
  return [stateFolder(home, environment), settingsFolder(home, environment)];
};

test("where state and settings are", () => {
  expect(folders("linux", "/home/ann")).toEqual(["/home/ann/.local/state", "/home/ann/.config"]);
  const own = { XDG_STATE_HOME: "/state", XDG_CONFIG_HOME: "/config" };
  expect(folders("linux", "/home/ann", own)).toEqual(["/state", "/config"]);
  const empty = { XDG_STATE_HOME: "", XDG_CONFIG_HOME: "" };
  expect(folders("linux", "/home/ann", empty)).toEqual(folders("linux", "/home/ann"));
  const support = "/Users/ann/Library/Application Support";
  expect(folders("darwin", "/Users/ann", own)).toEqual([support, support]);
  expect(folders("win32", "C:\\Users\\ann")).toEqual([
    "C:\\Users\\ann\\AppData\\Local",
    "C:\\Users\\ann\\AppData\\Roaming",
  ]);
  const moved = { LOCALAPPDATA: "D:\\local", APPDATA: "D:\\roaming" };
  expect(folders("win32", "C:\\Users\\ann", moved)).toEqual(["D:\\local", "D:\\roaming"]);
});

test("only X11 and Wayland say whether there is a display", () => {
  expect(platformOf("linux").hasDisplay({})).toBe(false);
  expect(platformOf("linux").hasDisplay({ WAYLAND_DISPLAY: "wayland-0" })).toBe(true);
  expect(platformOf("linux").hasDisplay({ DISPLAY: ":0" })).toBe(true);
  expect(
    [platformOf("darwin"), platformOf("win32")].map(({ hasDisplay }) => hasDisplay({})),
  ).toEqual([true, true]);
});
