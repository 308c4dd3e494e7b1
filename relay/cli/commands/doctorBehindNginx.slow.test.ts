/** What the doctor finds where a real nginx is between it and a server. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, onTestFinished, test } from "vitest";
import { startEverything } from "../../../e2e/servers/everything.ts";
import { freePort } from "../../../e2e/servers/process.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { listens, needs, startProgram } from "../../systemPrograms.fixture.ts";
import { serve, withStream } from "./doctor.fixture.ts";
import { at, expectCauses, expectClean } from "./doctorVerdicts.fixture.ts";

/** Starts nginx in front of a port. */
async function behindNginx(port: number, settings = ""): Promise<number> {
  const folder = temporaryFolder();
  const own = await freePort();
  mkdirSync(join(folder, "tmp"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/tmp/${name};`)
    .join("\n");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user}\nerror_log stderr emerg;\npid ${folder}/nginx.pid;\ndaemon off;\nworker_processes 1;\nevents {}
http {
${temporary}
access_log off;
server {
  listen 127.0.0.1:${own};
  location / {
    proxy_pass http://127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    ${settings}
  }
}
}\n`,
  );
  startProgram("nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]);
  await listens(own);
  return own;
}

describe("behind nginx", () => {
  if (needs("nginx").skip) return;

  test("a buffered stream, an idle timeout, a server that is down", async () => {
    const port = await serve(withStream(() => {}));
    const impatient = "proxy_buffering off; proxy_read_timeout 1s;";
    await expectCauses([
      ["stream-delayed", async () => [at(await behindNginx(port))]],
      ["stream-closed", async () => [at(await behindNginx(port, impatient))]],
      ["gateway-error", async () => [at(await behindNginx(await freePort()))]],
    ]);
  });

  test("a server that works has no finding", async () => {
    const everything = await startEverything();
    onTestFinished(everything.stop);
    const url = at(await behindNginx(Number(new URL(everything.url).port), "proxy_buffering off;"));
    await expectClean(url, "--origin", "https://page.example");
  });
});
