/** Build plugin that removes Monaco features that `monaco.ts` does not import. */

const removals: { file: string; unwanted: RegExp }[] = [
  // Monaco's JSON mode imports this helper, which imports every editor feature for its side effects.
  { file: "monaco-editor/esm/vs/internal/common/workers.js", unwanted: /^import '[^']+';\n/gm },
  // Contains a second reference to the JSON worker, which would make the bundler emit the file twice.
  {
    file: "monaco-editor/esm/vs/languages/features/json/workerManager.js",
    unwanted: /^\s*createWorker: \(\) => new Worker\(.+\),\n/m,
  },
];

/**
 * Removes unwanted imports from Monaco's modules.
 * @returns a Vite plugin for the build and for the dev server's dependency optimization
 * @throws {Error} during the build, when a new version of Monaco no longer has the code to remove
 */
export function slimMonaco() {
  const plugin = {
    name: "slim-monaco",
    transform: {
      filter: { id: /\/monaco-editor\/esm\/vs\/.*\/(workers|workerManager)\.js$/ },
      handler(code: string, id: string) {
        const found = removals.find(({ file }) => id.endsWith(file));
        if (!found) return null;
        const slim = code.replace(found.unwanted, "");
        if (slim === code) throw new Error(`Monaco changed: nothing to remove in ${found.file}`);
        return { code: slim, map: null };
      },
    },
  };
  return {
    ...plugin,
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [plugin] } } }),
  };
}
