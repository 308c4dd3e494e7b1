import { expect, test } from "vitest";
import { encodeText } from "../bytes.ts";
import { isLightIcon, isLightSvg, maxDrawn } from "./svgWeight.ts";

const svg = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const isLight = (text: string) => isLightSvg(encodeText(text), maxDrawn.image);

/** Elements that refer ten times to the one before; `refer` writes an element with a reference. */
function levels(
  refer: (id: string) => string,
  wrap = (id: string, content: string) => `<g id="${id}">${content}</g>`,
) {
  const all = Array.from({ length: 8 }, (_, level) =>
    wrap(`a${level + 1}`, refer(`a${level}`).repeat(10)),
  );
  return svg(`<defs>${wrap("a0", '<rect width="1"/>')}${all.join("")}</defs>${refer("a8")}`);
}

const pattern = (id: string, content: string) => `<pattern id="${id}">${content}</pattern>`;

test.each([
  ["use", levels((id) => `<use href="#${id}"/>`)],
  ["use with a prefix", levels((id) => `<use xlink:href="#${id}"/>`)],
  ["use with another prefix", levels((id) => `<use x:href = '#${id}'/>`)],
  ["use with character references", levels((id) => `<use href="&#35;&#x61;${id.slice(1)}"/>`)],
  ["use with a percent-encoded name", levels((id) => `<use href="#%61${id.slice(1)}"/>`)],
  ["patterns", levels((id) => `<rect fill="url(#${id})"/>`, pattern)],
  ["patterns in styles", levels((id) => `<rect style="fill: url('#${id}')"/>`, pattern)],
  ["patterns with escapes", levels((id) => `<rect fill="\\75 rl(#${id})"/>`, pattern)],
  [
    "inherited patterns",
    levels(
      (id) => `<g fill="url(#${id})">${"<rect/>".repeat(10)}</g>`,
      (id, content) => pattern(id, content.slice(0, content.length / 10)),
    ),
  ],
  [
    "masks",
    levels(
      (id) => `<rect mask="url(#${id})"/>`,
      (id, content) => `<mask id="${id}">${content}</mask>`,
    ),
  ],
  [
    "animated references",
    levels((id) => `<g><rect/><set attributeName="fill" to="url(#${id})"/></g>`, pattern),
  ],
  [
    "classes",
    svg(
      `<style>${Array.from({ length: 8 }, (_, level) => `.c${level}{fill:u<!-- -->rl(#a${level})}`).join("")}</style>` +
        pattern("a0", "<rect/>") +
        Array.from({ length: 8 }, (_, level) =>
          pattern(`a${level + 1}`, `<rect class="x c${level}"/>`.repeat(10)),
        ).join("") +
        '<rect fill="url(#a8)"/>',
    ),
  ],
  [
    "a style for all elements",
    svg(`<style><![CDATA[*{fill:url(#p)}]]></style>${pattern("p", "<rect/>")}`),
  ],
  [
    "markers at many points",
    svg(
      `<marker id="m"><rect/></marker><path marker-mid="url(#m)" d="${"L1 1".repeat(200_000)}"/>`,
    ),
  ],
  ["a circle", svg('<g id="a"><use href="#a"/></g>')],
  ["entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`],
  ["another encoding", `<?xml version="1.0" encoding="utf-7"?>${svg("")}`],
  ["a style sheet elsewhere", `<?xml-stylesheet href="data:text/css,*{}"?>${svg("")}`],
  ["an image in an image", svg('<image href="da\nta:image/SVG+xml,&lt;svg/>"/>')],
  ["a document", svg("<foreignObject/>")],
  ["deep elements", svg(`${"<g>".repeat(10_000)}${"</g>".repeat(10_000)}`)],
  ["many elements", svg("<g/>".repeat(300_000))],
  ["no end", svg("<g>")],
  ["no element", "text"],
  ["text with NUL", svg("\0")],
])("an image with %s is not drawn", (_, text) => {
  expect(isLight(text)).toBe(false);
});

test("an image in UTF-16 is not drawn", () => {
  expect(isLightSvg(new Uint8Array(Buffer.from(svg(""), "utf16le")), 100)).toBe(false);
});

test.each([
  ["shapes", svg('<path d="M0 0L1 1" fill="#fff"/><!-- <g> --><text>a &lt; b &amp; c</text>')],
  [
    "what drawing programs write",
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
     <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
     ${svg(
       `
       <style type="text/css">/* a */ .cls-1, .cls-2{fill:url(#linear)} .cls-2{clip-path:url(#clip)} rect{fill:#ccc}</style>
       <defs><linearGradient id="linear"><stop offset="0" class="cls-1"/></linearGradient>
       <rect id="box" width="9"/><clipPath id="clip"><use xlink:href="#box" overflow="visible"/></clipPath>
       <pattern id="p"><use xlink:href="#i"/></pattern><image id="i" href="data:image/png;base64,AAAA"/></defs>
       <g class="cls-2" inkscape:export-filename="C:\\a.png" data-name='#box'>${'<path d="M0 0"/>'.repeat(300)}</g>
       <a xlink:href="#top"><rect fill="url(#p)"/></a>`,
       'id="top"',
     )}`,
  ],
  ["a chart with glyphs", svg(`<defs><path id="g"/></defs>${'<use href="#g"/>'.repeat(5000)}`)],
])("an image with %s is drawn", (_, text) => {
  expect(isLight(text)).toBe(true);
});

test.each([
  ["names", svg(`<g class="${"a ".repeat(1_000_000)}"/>`)],
  ["references", svg(`<g data="${"#a ".repeat(500_000)}"/>`)],
])("an attribute with hundreds of thousands of %s is read", (_, text) => {
  expect(isLight(text)).toBe(true);
});

test("a class that is named or styled again and again costs no more", () => {
  const rules = Array.from({ length: 3000 }, (_, index) => `.a{clip-path:url(#c${index})}`);
  const defs = rules.map((_rule, index) => `<clipPath id="c${index}"/>`);
  const text = svg(
    `<style>${rules.join("")}</style>${defs.join("")}<g class="${"a ".repeat(100_000)}"/>`,
  );
  expect(isLight(text)).toBe(true);
});

const bomb = levels((id) => `<use href="#${id}"/>`);

test.each([
  ["data:image/png;base64,AAAA", true],
  ["data:image/svg+xml,<svg/>", true],
  [`data:image/svg+xml;base64,${btoa(svg("<path/>"))}`, true],
  [`DATA:image/svg+xml;charset=UTF-8,${encodeURIComponent(svg("<path/>"))}`, true],
  [`data:image/svg+xml;base64,${btoa(bomb)}`, false],
  [`data:image/svg+xml;utf8,${encodeURIComponent(bomb)}`, false],
  [`da\tta:image/s\nvg+xml,${encodeURIComponent(bomb)}`, false],
  [`data:image/svg+xml;charset=utf-16,${encodeURIComponent(svg(""))}`, false],
  ["data:image/svg+xml;base64,%%%", false],
  ["data:image/svg+xml,%zz", false],
])("an icon, case %$", (url, isDrawn) => {
  expect(isLightIcon(url)).toBe(isDrawn);
});
