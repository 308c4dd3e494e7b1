/** Reads the selected text of a virtualized view. */
import type { EditorBlock } from "./blocks.ts";

/**
 * @param root element whose descendants with `data-index` render the blocks
 * @param node any node
 * @returns the index of the block that contains the node
 */
export function blockIndex(root: Element | null, node: Node | null | undefined) {
  const block = node && root?.contains(node) ? blockElement(node) : undefined;
  return block ? Number(block.dataset.index) : undefined;
}

/**
 * Reads the selected range from the text instead of the DOM: blocks between the two ends may not be
 * rendered, and wrapped lines must not add line ends.
 * @returns undefined when nothing in `root` is selected, or when the selection extends outside it
 */
export function selectedText(root: Element | null, text: string, blocks: readonly EditorBlock[]) {
  const selection = root?.ownerDocument.getSelection();
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const start = textOffset(root, blocks, range.startContainer, range.startOffset);
  const end = textOffset(root, blocks, range.endContainer, range.endOffset);
  return start === undefined || end === undefined ? undefined : text.slice(start, end);
}

function textOffset(root: Element, blocks: readonly EditorBlock[], node: Node, offset: number) {
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
