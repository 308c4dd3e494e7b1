/** Checks that lint finds classes without a rule, and rules without a use. */
import { expect, test } from "vitest";
import { findStrayClasses } from "./styleClasses.ts";

const found = (component: string, sheet: string) =>
  findStrayClasses(
    new Map([
      ["web/a/ui/Row.tsx", `import styles from "../Row.module.css";\n${component}`],
      ["web/a/Row.module.css", sheet],
    ]),
  );

test("a class that the sheet does not define is reported", () => {
  expect(found("<p className={styles.name} />", ".title { color: red; }")).toEqual([
    "web/a/ui/Row.tsx uses .name, which web/a/Row.module.css does not define",
    "web/a/Row.module.css defines .title, which nothing uses",
  ]);
});

test("a class may be nested, named beside others, or computed", () => {
  const sheet = ".row, .wide:hover { & .name { margin: 0.5rem url(a.png); } }";
  expect(found("cx(styles.row, styles.wide), styles.name", sheet)).toEqual([]);
  expect(found("styles[size]", sheet)).toEqual([]);
});

test("comments, texts and classes of others are no classes of the sheet", () => {
  const sheet =
    '/* like .old */ .row { background: url("a.png"); } .row :global(.inputarea) { margin: 0; }';
  expect(found("styles.row", sheet)).toEqual([]);
});
