/** The page as a whole. */
import { useMemo } from "react";
import { AppLayout } from "./AppLayout.tsx";
import { CommandPalette } from "./CommandPalette.tsx";
import { LayoutControls } from "./LayoutControls.tsx";
import type { LayoutStore } from "./layout.ts";
import { layoutCommands } from "./layoutCommands.ts";
import type { Theme } from "./theme.ts";
import { themeCommands } from "./themeCommands.ts";
import { Welcome } from "./Welcome.tsx";

export function App(props: { layout: LayoutStore; theme: Theme }) {
  const { layout, theme } = props;
  const commands = useMemo(
    () => [...layoutCommands(layout), ...themeCommands(theme)],
    [layout, theme],
  );
  return (
    <AppLayout
      layout={layout}
      addressBar={
        <>
          <CommandPalette commands={commands} />
          <LayoutControls layout={layout} />
        </>
      }
      explorer={null}
      workbench={<Welcome onUrl={() => {}} onCommand={() => {}} onExample={() => {}} />}
      traffic={null}
    />
  );
}
