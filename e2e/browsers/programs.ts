/** Finds the browsers of the smoke journey on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "./browser.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

/** A browser, or the program that it needs and that is not installed. */
export type Candidate =
  | { readonly name: string; readonly start: () => Promise<Browser> }
  | { readonly name: string; readonly missing: string };

/** Looks for the browsers in the folders of PATH. */
export function findBrowsers(): readonly Candidate[] {
  const firefox = pathOf("firefox-esr") ?? pathOf("firefox");
  const driver = pathOf("WebKitWebDriver");
  const xvfb = pathOf("Xvfb");
  return [
    firefox
      ? { name: "Firefox", start: () => startFirefox(firefox) }
      : { name: "Firefox", missing: "firefox" },
    driver && xvfb
      ? { name: "WebKit", start: () => startWebKit(driver, xvfb) }
      : { name: "WebKit", missing: driver ? "Xvfb" : "WebKitWebDriver" },
  ];
}

function pathOf(program: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
