/** Build plugin that replaces slow code of React and React Aria: what the first load does not need, and work in each change of a list. */
import type { Plugin } from "vite";

interface Replacement {
  readonly file: string;
  readonly slow: RegExp;
  readonly fast: string | ((found: string, name: string, at: number, code: string) => string);
}

/** A copy of the module that has nothing but its contexts, because nothing else of it is used. */
const contextsOnly = "./Autocomplete.mjs?contexts";

const replacements: readonly Replacement[] = [
  // Errors that React itself throws and catches. While developer tools are open, an error records
  // where each of its callers is, for which the whole file is parsed again: in a task of their own
  // they have no callers. Nothing is rendered before.
  {
    file: "/react-dom/cjs/react-dom-client.production.js",
    slow: /(\w+Exception) = (Error\(formatProdErrorMessage\(\d+\)\))/g,
    fast: "$1 = void queueMicrotask(() => { $1 = $2; })",
  },
  // Asks whether a language tag is valid. The first use of DateTimeFormat reads the calendars of
  // all locales, which blocks the first load for about 20 ms; both throw the same error.
  {
    file: "/react-aria/dist/private/i18n/useDefaultLocale.mjs",
    slow: /Intl\.DateTimeFormat\.supportedLocalesOf/,
    fast: "Intl.getCanonicalLocales",
  },
  // The page is written from left to right in every locale; asking for the direction of one reads
  // its layout data.
  {
    file: "/react-aria/dist/private/i18n/useDefaultLocale.mjs",
    slow: /\(0, [\w$]+\)\(locale\) \? 'rtl' : 'ltr'/,
    fast: "'ltr'",
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
  // Lists and fields need to know whether something filters them; what filters is loaded with what
  // uses it.
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
        id: /\/(react-dom-client\.production\.js|private\/(i18n\/useDefaultLocale|NumberFormatter|focus\/useHasTabbableChild|Dialog|Autocomplete|ComboBox|ListBox|SearchField)\.mjs)$/,
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
