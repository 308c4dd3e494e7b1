/** The page as a whole. */
import { AppLayout } from "./AppLayout.tsx";
import { LayoutControls } from "./LayoutControls.tsx";
import type { LayoutStore } from "./layout.ts";
import { Welcome } from "./Welcome.tsx";

export function App(props: { layout: LayoutStore }) {
  return (
    <AppLayout
      layout={props.layout}
      addressBar={<LayoutControls layout={props.layout} />}
      explorer={null}
      workbench={<Welcome onUrl={() => {}} onCommand={() => {}} onExample={() => {}} />}
      traffic={null}
    />
  );
}
