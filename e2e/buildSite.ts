/** Builds the page and the documentation as one site for `homepage` of package.json: `npm run site`. */
import { copyFileSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectLinks } from "../relay/thisPackage.ts";
import { projectRoot, runScript } from "./runScript.ts";

const address = process.env.PUBLIC_URL || projectLinks.homepage;
if (address === undefined) {
  console.error("Set `homepage` in package.json, or PUBLIC_URL: the address that the site is for.");
  process.exit(2);
}
const env = { PUBLIC_URL: address };
for (const script of ["build", "docs"]) {
  if (!(await runScript(script, [], env))) process.exit(1);
}
const site = join(projectRoot, "dist/site");
rmSync(site, { recursive: true, force: true });
cpSync(join(projectRoot, "dist/page"), site, { recursive: true });
cpSync(join(projectRoot, "dist/docs"), join(site, "docs"), { recursive: true });
// readers of llms.txt look for it at the top
copyFileSync(join(site, "docs/llms.txt"), join(site, "llms.txt"));
console.log(`The site for ${address} is in ${site}.`);
