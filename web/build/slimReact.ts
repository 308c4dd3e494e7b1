/** Build plugin that replaces code of React and React Aria that slows down the first load or each change of a list. */
import type { Plugin } from "vite";

interface Replacement {
  readonly file: string;
  readonly slow: RegExp;
  readonly fast: string | ((found: string, name: string, at: number, code: string) => string);
}

/** A copy of the module of which only the contexts are used, so that the bundler drops the rest. */
const contextsOnly = "./Autocomplete.mjs?contexts";

const replacements: readonly Replacement[] = [
  // Checks whether a language tag is valid. The first use of DateTimeFormat reads the calendars of
  // all locales, which blocks the first load for about 20 ms; both functions throw the same error.
  {
    file: "/react-aria/dist/private/i18n/useDefaultLocale.mjs",
    slow: /Intl\.DateTimeFormat\.supportedLocalesOf/,
    fast: "Intl.getCanonicalLocales",
  },
  // The page is laid out from left to right in every locale; looking up the direction of a locale
  // reads its layout data.
  {
    file: "/react-aria/dist/private/i18n/useDefaultLocale.mjs",
    slow: /\(0, [\w$]+\)\(locale\) \? 'rtl' : 'ltr'/,
    fast: "'ltr'",
  },
  // Every supported browser has `signDisplay`.
  {
    file: "/@internationalized/number/dist/private/NumberFormatter.mjs",
    slow: /new Intl\.NumberFormat\('de-DE', \{\s*signDisplay: 'exceptZero'\s*\}\)\.resolvedOptions\(\)\.signDisplay === 'exceptZero'/,
    fast: "true",
  },
  // Searches a tab panel for a focusable element after every render and every change in it. Testing
  // whether an element is visible recomputes all styles, several times a frame while a list grows.
  // In an animation frame this costs little, because the styles are computed there anyway.
  {
    file: "/react-aria/dist/private/focus/useHasTabbableChild.mjs",
    slow: /let update = /,
    fast: "let update = () => requestAnimationFrame(look); let look = ",
  },
  // Only `DialogTrigger`, which the page does not use, needs the menu's context. Without the import,
  // menus are loaded with the component that opens one.
  {
    file: "/react-aria-components/dist/private/Dialog.mjs",
    slow: /import \{RootMenuTriggerStateContext as ([\w$]+)\} from "\.\/Menu\.mjs";/,
    fast: 'import {createContext as $createMenuContext} from "react"; const $1 = $createMenuContext(null);',
  },
  // Lists and fields only read the contexts to see whether they are filtered; the code that filters
  // is loaded with the component that uses it.
  {
    file: "/react-aria-components/dist/private/Autocomplete.mjs",
    slow: /const ([\w$]+) = \/\*#__PURE__\*\/ \(0, [\w$]+createContext\)\(null\);/g,
    fast(_found, name, _at, code) {
      const exported = code.split(`${name} as `)[1]?.match(/\w+/)?.[0];
      return `import {${exported} as ${name}} from "${contextsOnly}";`;
    },
  },
  ...["ComboBox", "ListBox", "SearchField"].map((name) => ({
    file: `/react-aria-components/dist/private/${name}.mjs`,
    slow: /"\.\/Autocomplete\.mjs"/,
    fast: `"${contextsOnly}"`,
  })),
];

/** @throws {Error} during the build, when a new version of a package no longer has the code to replace */
export function slimReact(): Plugin {
  return {
    name: "slim-react",
    apply: "build",
    transform: {
      filter: {
        id: /\/(private\/(i18n\/useDefaultLocale|NumberFormatter|focus\/useHasTabbableChild|Dialog|Autocomplete|ComboBox|ListBox|SearchField)\.mjs)$/,
      },
      handler(code, id) {
        const found = replacements.filter(({ file }) => id.endsWith(file));
        if (found.length === 0) return null;
        const result = found.reduce((text, { file, slow, fast }) => {
          const replaced =
            typeof fast === "string" ? text.replace(slow, fast) : text.replace(slow, fast);
          if (replaced === text) throw new Error(`Nothing to replace in ${file}`);
          return replaced;
        }, code);
        return { code: result, map: null };
      },
    },
  };
}
