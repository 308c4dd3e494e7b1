/** Writes the software bill of materials of all shipped packages to dist/sbom.cdx.json: `npm run sbom`. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { projectRoot } from "../runScript.ts";
import { readLockFile, shippedPackages } from "./shippedPackages.ts";

/** The part of a CycloneDX document that is read here. */
export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

/**
 * npm's own document, without development tools. The packages in the page are development
 * dependencies as well, so that npm cannot distinguish them from tools.
 * @see https://cyclonedx.org/docs/1.5/json/
 */
export async function billOfMaterials(): Promise<BillOfMaterials> {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"],
    { cwd: projectRoot, maxBuffer: 1 << 26, shell: process.platform === "win32" },
  );
  const whole = JSON.parse(stdout) as BillOfMaterials;
  const shipped = new Set(
    shippedPackages(readLockFile()).map(({ name, version }) => `${name}@${version}`),
  );
  const components = whole.components.filter((component) => shipped.has(component["bom-ref"]));
  const own = whole.metadata.component;
  const refs = new Set([own["bom-ref"], ...components.map((component) => component["bom-ref"])]);
  // npm takes the folder's name for the package's
  const name = own.purl.replace(/^pkg:npm\/|@[^@]*$/g, "");
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...own, name } },
    components,
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) })),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = join(projectRoot, "dist/sbom.cdx.json");
  const document = await billOfMaterials();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`${document.components.length} components in ${file}`);
}
