/** Build plugin that replaces slow code of react-aria: what the first load does not need, and work in each change of a list. */
import type { Plugin } from "vite";

const replacements: readonly { file: string; slow: RegExp; fast: string }[] = [
  // Asks whether a language tag is valid. The first use of DateTimeFormat reads the calendars of
  // all locales, which blocks the first load for about 20 ms; both throw the same error.
  {
    file: "/react-aria/dist/private/i18n/useDefaultLocale.mjs",
    slow: /Intl\.DateTimeFormat\.supportedLocalesOf/,
    fast: "Intl.getCanonicalLocales",
  },
  // Every browser that the page is built for has `signDisplay`.
  {
    file: "/@internationalized/number/dist/private/NumberFormatter.mjs",
    slow: /new Intl\.NumberFormat\('de-DE', \{\s*signDisplay: 'exceptZero'\s*\}\)\.resolvedOptions\(\)\.signDisplay === 'exceptZero'/,
    fast: "true",
  },
  // Looks for what a tab panel contains that takes the focus, after every render and every change
  // in it. Asking whether it is visible computes all styles anew, several times a frame while a
  // list grows; before the next paint they are computed anyway.
  {
    file: "/react-aria/dist/private/focus/useHasTabbableChild.mjs",
    slow: /let update = /,
    fast: "let update = () => requestAnimationFrame(look); let look = ",
  },
  // Only `DialogTrigger`, which the page does not use, needs to know of menus. Without the import,
  // menus are loaded with what opens one.
  {
    file: "/react-aria-components/dist/private/Dialog.mjs",
    slow: /import \{RootMenuTriggerStateContext as ([\w$]+)\} from "\.\/Menu\.mjs";/,
    fast: 'import {createContext as $createMenuContext} from "react"; const $1 = $createMenuContext(null);',
  },
];

/** @throws {Error} during the build, when a new version of a package no longer has the code to replace */
export function slimReactAria(): Plugin {
  return {
    name: "slim-react-aria",
    apply: "build",
    transform: {
      filter: {
        id: /\/private\/(i18n\/useDefaultLocale|NumberFormatter|focus\/useHasTabbableChild|Dialog)\.mjs$/,
      },
      handler(code, id) {
        const found = replacements.find(({ file }) => id.endsWith(file));
        if (!found) return null;
        if (!found.slow.test(code)) throw new Error(`Nothing to replace in ${found.file}`);
        return { code: code.replace(found.slow, found.fast), map: null };
      },
    },
  };
}
