/** Finds out what of a partly drawn text is selected. */
import type { Block } from "./blocks.ts";

/**
 * @param root the element whose descendants with `data-index` draw the blocks
 * @param node a node, anywhere
 * @returns the number of the block that the node is in
 */
export function blockIndex(root: Element | null, node: Node | null | undefined) {
  const block = node && root?.contains(node) ? blockElement(node) : undefined;
  return block ? Number(block.dataset.index) : undefined;
}

/**
 * Reads the selection from the text itself, so that what lies between its ends need not be drawn and
 * wrapped lines get no line ends of their own.
 *
 * @returns undefined when nothing in `root` is selected, or when the selection leaves it
 */
export function selectedText(root: Element | null, text: string, blocks: readonly Block[]) {
  const selection = root?.ownerDocument.getSelection();
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const start = textOffset(root, blocks, range.startContainer, range.startOffset);
  const end = textOffset(root, blocks, range.endContainer, range.endOffset);
  return start === undefined || end === undefined ? undefined : text.slice(start, end);
}

function textOffset(root: Element, blocks: readonly Block[], node: Node, offset: number) {
  const index = blockIndex(root, node);
  const block = index === undefined ? undefined : blocks[index];
  const element = blockElement(node);
  if (!block || !element) return undefined;
  const before = element.ownerDocument.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return block.start + before.toString().length;
}

function blockElement(node: Node): HTMLElement | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>("[data-index]") ?? undefined;
}
