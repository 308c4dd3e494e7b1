/** Shows text as it is. */
import { WireText } from "./WireText.tsx";

type Props = {
  text: string;
  /** The view's accessible name. */
  label?: string;
  /** The tallest it may get, as CSS; without it, as tall as its container or most of the window. */
  maxHeight?: string;
};

/** Text of any size, every line as it came. */
export function PlainText({ text, label = "Text", maxHeight }: Props) {
  return <WireText text={text} label={label} isJson={false} maxHeight={maxHeight} />;
}
