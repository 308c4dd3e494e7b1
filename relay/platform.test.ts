import { expect, test } from "vitest";
import { platformOf } from "./platform.ts";

const facts = (name: NodeJS.Platform) => {
  const { hasProcessGroups, hasUserSignals, hasPrivateSockets, hasProc, nullDevice } =
    platformOf(name);
  return { hasProcessGroups, hasUserSignals, hasPrivateSockets, hasProc, nullDevice };
};

test("what processes, signals and sockets can do", () => {
  const unix = {
    hasProcessGroups: true,
    hasUserSignals: true,
    hasPrivateSockets: true,
    nullDevice: "/dev/null",
  };
  expect(facts("linux")).toEqual({ ...unix, hasProc: true });
  expect(facts("darwin")).toEqual({ ...unix, hasProc: false });
  expect(facts("freebsd")).toEqual({ ...unix, hasProc: false });
  expect(facts("win32")).toEqual({
    hasProcessGroups: false,
    hasUserSignals: false,
    hasPrivateSockets: false,
    hasProc: false,
    nullDevice: undefined,
  });
});

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

test("a server inherits what a program of its system needs, and nothing secret", () => {
  expect(platformOf("win32").inheritedNames).toContain("SYSTEMROOT");
  expect(platformOf("win32").inheritedNames).not.toContain("HOME");
  expect(platformOf("linux").inheritedNames).toEqual([
    "HOME",
    "LANG",
    "PATH",
    "TERM",
    "TMPDIR",
    "USER",
  ]);
  expect(platformOf("darwin").inheritedNames).toEqual(platformOf("linux").inheritedNames);
});

test("only X11 and Wayland say whether there is a display", () => {
  expect(platformOf("linux").hasDisplay({})).toBe(false);
  expect(platformOf("linux").hasDisplay({ WAYLAND_DISPLAY: "wayland-0" })).toBe(true);
  expect(platformOf("linux").hasDisplay({ DISPLAY: ":0" })).toBe(true);
  expect(
    [platformOf("darwin"), platformOf("win32")].map(({ hasDisplay }) => hasDisplay({})),
  ).toEqual([true, true]);
});
