import { expect, test } from "vitest";
import { encodeText } from "../bytes.ts";
import { isSimpleIcon, isSimpleSvg } from "./simpleSvg.ts";

const svg = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const isSimple = (text: string) => isSimpleSvg(encodeText(text), 100_000);

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
const clips = (name: string, attribute: string) =>
  levels(
    (id) => `<rect ${attribute}/>`.replace("ID", id),
    (id, content) => `<${name} id="${id}">${content}</${name}>`,
  );

test.each([
  ["use", levels((id) => `<use href="#${id}"/>`)],
  ["use with a prefix", levels((id) => `<x:use x:href = '#${id}'/>`)],
  ["patterns", levels((id) => `<rect fill="url(#${id})"/>`, pattern)],
  ["masks", clips("mask", 'mask="url(#ID)"')],
  ["clips", clips("clipPath", 'clip-path="url(#ID)"')],
  ["clips in styles", clips("clipPath", 'style="CLIP-PATH: url(#ID)"')],
  ["clips with escapes", clips("clipPath", 'style="clip\\2d path: url(#ID)"')],
  ["clips with character references", clips("clipPath", 'style="clip&#45;path: url(#ID)"')],
  ["markers", svg('<marker id="m"><rect/></marker><path marker-mid="url(#m)"/>')],
  ["a style sheet", svg("<style>*{}</style>")],
  ["a filter", svg('<rect style="filter: blur(1000px)"/>')],
  ["an animation", svg('<rect><set attributeName="fill" to="url(#p)"/></rect>')],
  ["use after a comment in CDATA", svg("<![CDATA[<!--]]><use/><!-- -->")],
  ["use after a comment in an instruction", svg("<?x <!-- ?><use/><!-- ?>-->")],
  ["use after comments in a comment", svg("<!-- <!-- --><use/>")],
  ["use after a comment that does not end", svg("<!-- --><use/><!--")],
  ["use as text of an attribute that ends", svg('<g a=">"><use/></g>')],
  ["entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`],
  ["another encoding", `<?xml version="1.0" encoding="utf-7"?>${svg("")}`],
  ["a style sheet elsewhere", `<?xml-stylesheet href="data:text/css,*{}"?>${svg("")}`],
  ["an image in an image", svg('<image width="9"/>')],
  ["a document", svg("<foreignObject/>")],
  ["a script", svg("<script/>")],
  ["deep elements", svg(`${"<g>".repeat(200)}${"</g>".repeat(200)}`)],
  ["deep elements that look closed", svg(`${'<g a="/>">'.repeat(200)}${"</g>".repeat(200)}`)],
  ["many elements", svg("<g/>".repeat(30_000))],
  ["text with NUL", svg("\0")],
])("an image with %s is not simple", (_, text) => {
  expect(isSimple(text)).toBe(false);
});

test("an image in UTF-16 is not simple", () => {
  expect(isSimpleSvg(new Uint8Array(Buffer.from(svg(""), "utf16le")), 1000)).toBe(false);
});

test.each([
  ["shapes", svg('<path d="M0 0L1 1" fill="#fff"/><!-- <g> --><text>a &lt; b &amp; c</text>')],
  [
    "what drawing programs write",
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
     <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
     ${svg(`
       <!-- made by hand -->
       <defs><linearGradient id="linear"><stop offset="0" stop-color="#ccc"/></linearGradient>
       <clipPath id="clip"><rect width="9" style="fill: white"/></clipPath></defs>
       <g clip-path="url(#clip)" fill="url(#linear)">${'<path d="M0 0"/>'.repeat(300)}</g>
       <a xlink:href="#top"><rect fill="url(#linear)"/></a>`)}`,
  ],
])("an image with %s is simple", (_, text) => {
  expect(isSimple(text)).toBe(true);
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
  [`data:image/svg+xml;base64,${btoa(svg("<g/>".repeat(6000)))}`, false],
  ["data:image/svg+xml;base64,%%%", false],
  ["data:image/svg+xml,%zz", false],
])("an icon, case %$", (url, isDrawn) => {
  expect(isSimpleIcon(url)).toBe(isDrawn);
});
