/** All settings that do not belong to one server. */
import { useStore } from "zustand";
import { CapabilitySwitches } from "../../servers/ui/address/settings/CapabilitySwitches.tsx";
import { LimitFields } from "../../servers/ui/address/settings/LimitFields.tsx";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import type { Command } from "../commands/command.ts";
import { ShortcutList } from "../commands/ShortcutSheet.tsx";
import { type SingleKeys, withoutSingleKeys } from "../commands/singleKeys.ts";
import { type Density, type DensityChoice, densityChoices } from "../layout/density.ts";
import type { LayoutStore, TrafficSide } from "../layout/layout.ts";
import { type Theme, type ThemeChoice, themeChoices } from "../layout/theme.ts";
import styles from "./SettingsDialog.module.css";

interface SettingsDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly layout: LayoutStore;
  readonly theme: Theme;
  readonly density: Density;
  readonly commands: readonly Command[];
  readonly singleKeys: SingleKeys;
}

/** The palette's own commands, which it runs itself. */
const ofPalette: readonly Command[] = [
  { id: "palette", title: "Command palette", shortcut: "Mod+K", run: () => {} },
  { id: "shortcuts", title: "Keyboard shortcuts", shortcut: "?", run: () => {} },
];

/** Every change takes effect immediately. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { isOpen, onOpenChange, commands } = props;
  const { view } = useStores();
  const leaveFor = (open: () => void) => () => {
    onOpenChange(false);
    open();
  };
  return (
    <Dialog title="Settings" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.sections}>
        <section aria-labelledby="settings-look">
          <h3 id="settings-look">Look</h3>
          <Look {...props} />
        </section>
        <section aria-labelledby="settings-defaults">
          <h3 id="settings-defaults">New servers</h3>
          <Defaults />
        </section>
        <section aria-labelledby="settings-data">
          <h3 id="settings-data">Data and models</h3>
          <Row as="p" wraps>
            <Button size="small" onPress={leaveFor(() => view.showStorage(true))}>
              Stored data
            </Button>
            <Button size="small" onPress={leaveFor(() => view.showSampling("models"))}>
              Models
            </Button>
            <Button size="small" onPress={leaveFor(() => view.showSampling("rules"))}>
              Rules that answer requests
            </Button>
          </Row>
        </section>
        <section aria-labelledby="settings-shortcuts">
          <h3 id="settings-shortcuts">Shortcuts</h3>
          <Shortcuts commands={commands} singleKeys={props.singleKeys} />
        </section>
      </div>
    </Dialog>
  );
}

function Shortcuts({ commands, singleKeys }: Pick<SettingsDialogProps, "commands" | "singleKeys">) {
  const isOn = useStore(singleKeys);
  const all = [...ofPalette, ...commands];
  return (
    <>
      <Switch label="Shortcuts without Ctrl or ⌘" isSelected={isOn} onChange={singleKeys.turn} />
      <Disclosure title="All shortcuts">
        <ShortcutList commands={isOn ? all : withoutSingleKeys(all)} />
      </Disclosure>
    </>
  );
}

const themeNames: Readonly<Record<ThemeChoice, string>> = {
  system: "System",
  light: "Light",
  dark: "Dark",
};
const densityNames: Readonly<Record<DensityChoice, string>> = {
  compact: "Compact",
  comfortable: "Comfortable",
};
const sideNames: Readonly<Record<TrafficSide, string>> = { right: "Right", below: "Below" };
const sides: readonly TrafficSide[] = ["right", "below"];

const choicesOf = <Id extends string>(ids: readonly Id[], names: Readonly<Record<Id, string>>) =>
  ids.map((id) => ({ id, label: names[id] }));

function Look({
  layout,
  theme,
  density,
}: Pick<SettingsDialogProps, "layout" | "theme" | "density">) {
  const { explorerOpen, trafficOpen, trafficSide } = useStore(layout);
  return (
    <Stack gap={3}>
      <RadioGroup<ThemeChoice>
        label="Theme"
        look="segments"
        choices={choicesOf(themeChoices, themeNames)}
        value={useStore(theme)}
        onChange={theme.choose}
      />
      <RadioGroup<DensityChoice>
        label="Density"
        look="segments"
        choices={choicesOf(densityChoices, densityNames)}
        value={useStore(density)}
        onChange={density.choose}
      />
      <RadioGroup<TrafficSide>
        label="Traffic"
        description="On screens of at least 900 px."
        look="segments"
        choices={choicesOf(sides, sideNames)}
        value={trafficSide}
        onChange={layout.moveTraffic}
      />
      <Row gap={4} wraps>
        <Switch
          label="Explorer panel"
          isSelected={explorerOpen}
          onChange={(isOpen) => layout.openExplorer(isOpen)}
        />
        <Switch
          label="Traffic panel"
          isSelected={trafficOpen}
          onChange={(isOpen) => layout.openTraffic(isOpen)}
        />
      </Row>
    </Stack>
  );
}

function Defaults() {
  const { defaults } = useStores().servers;
  const limits = useStore(defaults);
  return (
    <Stack gap={3}>
      <Text as="p" tone="muted">
        Connection options change them for one server.
      </Text>
      <LimitFields limits={limits} onChange={defaults.change} />
      <CapabilitySwitches
        withheld={limits.withheld}
        onChange={(withheld) => defaults.change({ withheld })}
      />
    </Stack>
  );
}
