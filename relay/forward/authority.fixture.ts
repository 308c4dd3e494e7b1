/** A test certificate authority and the certificates that it signs. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates an authority whose certificates are for 127.0.0.1 and localhost. */
export function makeAuthority() {
  const folder = mkdtempSync(join(tmpdir(), "relay-test-"));
  const run = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  run("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test CA");
  const issue = (name: string) => {
    const files = ["-keyout", `${name}.key`, "-out", `${name}.csr`];
    const names = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
    run("req", ...newKey, ...files, ...names);
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-copy_extensions", "copy"];
    run("x509", "-req", "-in", `${name}.csr`, ...by, "-out", `${name}.pem`, "-days", "2");
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) };
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { ca: read("ca.pem"), issue, remove };
}
