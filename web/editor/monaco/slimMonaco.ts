/** The build plugin that keeps Monaco down to the features `monaco.ts` asks for. */

const slimmed: { file: string; unwanted: RegExp }[] = [
  // Monaco's JSON mode reaches this helper, which imports every feature of the editor for its side effects.
  { file: "monaco-editor/esm/vs/internal/common/workers.js", unwanted: /^import '[^']+';\n/gm },
  // Says a second time where the JSON worker is; the bundler would emit that file twice.
  {
    file: "monaco-editor/esm/vs/languages/features/json/workerManager.js",
    unwanted: /^\s*createWorker: \(\) => new Worker\(.+\),\n/m,
  },
];

/**
 * Removes what Monaco drags in unasked.
 *
 * @returns a Vite plugin, for the page and for the dependencies that the dev server bundles ahead
 * @throws from the build, when an upgraded Monaco no longer has what is to be removed
 */
export function slimMonaco() {
  const plugin = {
    name: "slim-monaco",
    transform: {
      filter: { id: /\/monaco-editor\/esm\/vs\/.*\/(workers|workerManager)\.js$/ },
      handler(code: string, id: string) {
        const found = slimmed.find(({ file }) => id.endsWith(file));
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
