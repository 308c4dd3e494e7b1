/** Says what keeps a tag from being released: `npm run release:check -- v1.2.3`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ProjectLinks, readProjectLinks } from "../../relay/projectLinks.ts";
import { readPublicUrl } from "../../web/clientMetadata.ts";
import { projectRoot } from "../runScript.ts";

interface Release {
  /** The content of package.json. */
  readonly manifest: { readonly version: string };
  readonly changelog: string;
  readonly tag: string;
  /** The address of the repository that the release is made in, if that is known. */
  readonly runsIn: string | undefined;
}

/** One sentence for each thing that has to be done before the release. */
export function releaseProblems({ manifest, changelog, tag, runsIn }: Release): readonly string[] {
  const { version } = manifest;
  const links = readProjectLinks(manifest);
  const problems = linkProblems(links, runsIn);
  if (tag !== `v${version}`) {
    problems.push(`The tag is ${tag}, but \`version\` in package.json is ${version}.`);
  }
  if (!changelog.split("\n").some((line) => line.startsWith(`## [${version}]`))) {
    problems.push(`CHANGELOG.md has no section for ${version}.`);
  }
  return problems;
}

function linkProblems(links: ProjectLinks, runsIn: string | undefined): string[] {
  const { homepage, repository, bugs } = links;
  const problems: string[] = [];
  if (repository === undefined) {
    problems.push(
      "package.json has no `repository`; npm compares it with who has built the package.",
    );
  } else if (runsIn !== undefined && repository.toLowerCase() !== runsIn.toLowerCase()) {
    problems.push(`\`repository\` in package.json is ${repository}, but this is ${runsIn}.`);
  }
  if (homepage === undefined) {
    problems.push("package.json has no `homepage`: the address at which the page is published.");
  } else if (!isPageAddress(homepage)) {
    problems.push(`\`homepage\` is ${homepage}; it is https, ends with a slash and has no query.`);
  }
  if (bugs === undefined) {
    problems.push("package.json has no `bugs`: the address at which problems are reported.");
  }
  return problems;
}

/** Whether the page can be built for an address: readPublicUrl would add the slash. */
function isPageAddress(address: string): boolean {
  try {
    return readPublicUrl(address)?.href === address;
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  const problems = releaseProblems({
    manifest: JSON.parse(read("package.json")),
    changelog: read("CHANGELOG.md"),
    tag: process.argv[2] ?? "",
    runsIn: GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`,
  });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`Nothing is missing for ${process.argv[2]}.`);
}
