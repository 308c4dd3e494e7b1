/** Build plugin that saves requests: removes files that only re-export from another file, and copies tiny ones into their importers. */
import type { Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;
type Parse = Rolldown.PluginContext["parse"];
type Statement = ReturnType<Parse>["body"][number];
type Imports = Extract<Statement, { type: "ImportDeclaration" }>;
type Exports = Extract<Statement, { type: "ExportNamedDeclaration" }>;

/** Stateless chunks, of which each importer gets a copy, because a request costs more than their few bytes. */
const copied = ["rolldown-runtime", "callback-channel"];

/**
 * The entry whose file name is written into the page after the chunks are merged; the files of other
 * entries are requested by their names.
 */
const startEntry = "page";

/**
 * The bundler creates a file for each dynamically imported module, even if a chunk group contains
 * the module: the file re-exports the module's names from the file of the group. Without this
 * plugin twice as many files are built, and the first load requests three more.
 */
export function mergeChunks(): Plugin {
  return {
    name: "merge-chunks",
    apply: "build",
    // the export names that are added to a file below are part of its content, too
    augmentChunkHash({ moduleIds }) {
      const exported = moduleIds.map((id) => {
        const info = this.getModuleInfo(id);
        return info?.isEntry || info?.dynamicImporters.length ? info.exports : [];
      });
      return `merge-chunks ${exported.map((names) => names.join()).join(" ")}`;
    },
    generateBundle: {
      // before Vite lists the files that each import preloads
      order: "pre",
      handler(_options, bundle) {
        const parse: Parse = (code) => this.parse(code);
        const chunks = () => Object.values(bundle).filter((file) => file.type === "chunk");
        for (const small of chunks().filter(({ name }) => copied.includes(name))) {
          for (const chunk of chunks()) copyInto(chunk, small, parse);
          delete bundle[small.fileName];
        }
        for (const facade of chunks()) {
          const reexports = onlyReexports(facade, parse);
          if (!reexports || (facade.isEntry && facade.name !== startEntry)) continue;
          const target = bundle[resolve(facade, reexports.source.value)];
          if (target?.type !== "chunk" || !addExports(target, reexports, parse)) continue;
          delete bundle[facade.fileName];
          for (const chunk of chunks()) {
            chunk.code = chunk.code.replaceAll(baseName(facade), baseName(target));
          }
        }
      },
    },
  };
}

/** Replaces a chunk's import of a small chunk with the code of the small chunk. */
function copyInto(chunk: Chunk, small: Chunk, parse: Parse): void {
  if (!chunk.imports.includes(small.fileName)) return;
  const found = parse(chunk.code).body.find(
    (node): node is Imports =>
      node.type === "ImportDeclaration" && resolve(chunk, node.source.value) === small.fileName,
  );
  if (!found) throw new Error(`${chunk.fileName} does not import ${small.fileName}`);
  const names = found.specifiers.map((one) => {
    if (one.type !== "ImportSpecifier") throw new Error(`${chunk.fileName} imports a namespace`);
    return `${nameOf(one.imported)}:${one.local.name}`;
  });
  const exports = exportsOf(small.code, parse);
  if (!exports || small.imports.length > 0) throw new Error(`${small.fileName} cannot be copied`);
  const members = exports.specifiers.map(
    ({ local, exported }) => `${nameOf(exported)}:${nameOf(local)}`,
  );
  const body = small.code.slice(0, exports.start);
  const copy = `const{${names}}=(()=>{${body}return{${members}}})();`;
  chunk.code = chunk.code.slice(0, found.start) + copy + chunk.code.slice(found.end);
  chunk.imports = chunk.imports.filter((file) => file !== small.fileName);
}

/** Returns the only statement of a chunk if it re-exports names of another chunk. */
function onlyReexports({ code }: Chunk, parse: Parse) {
  if (code.length > 1000) return undefined;
  const [only, ...others] = parse(code).body;
  if (only?.type !== "ExportNamedDeclaration" || others.length > 0) return undefined;
  const { source, specifiers } = only;
  return source ? { source, specifiers } : undefined;
}

/**
 * Adds names under which a chunk exports what it already exports.
 * @returns false, without a change, if a name is already in use
 */
function addExports(
  target: Chunk,
  { specifiers }: Pick<Exports, "specifiers">,
  parse: Parse,
): boolean {
  const exports = exportsOf(target.code, parse);
  const [first] = exports?.specifiers ?? [];
  if (!exports || !first) return false;
  const locals = new Map(
    exports.specifiers.map(({ local, exported }) => [nameOf(exported), nameOf(local)]),
  );
  if (specifiers.some(({ exported }) => locals.has(nameOf(exported)))) return false;
  const added = specifiers.map(
    ({ local, exported }) => `${locals.get(nameOf(local))} as ${nameOf(exported)},`,
  );
  target.code = target.code.slice(0, first.start) + added.join("") + target.code.slice(first.start);
  return true;
}

/** Returns the statement in which a chunk exports its own names. */
function exportsOf(code: string, parse: Parse): Exports | undefined {
  return parse(code).body.find(
    (node): node is Exports => node.type === "ExportNamedDeclaration" && node.source === null,
  );
}

function nameOf(node: Exports["specifiers"][number]["exported"]): string {
  return node.type === "Literal" ? String(node.value) : node.name;
}

/** Returns the file name of an imported chunk; all chunks are in one folder. */
function resolve({ fileName }: Chunk, specifier: string): string {
  return new URL(specifier, `file:///${fileName}`).pathname.slice(1);
}

function baseName({ fileName }: Chunk): string {
  return fileName.slice(fileName.lastIndexOf("/") + 1);
}
