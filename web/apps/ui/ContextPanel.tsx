/** What the host tells the app; each change is sent at once. */
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import type { AppState } from "../store/appState.ts";
import { frameWidths } from "../store/hostChoices.ts";
import type { RunningApp } from "../store/runningAppTypes.ts";
import styles from "./ContextPanel.module.css";

interface ContextPanelProps {
  readonly app: RunningApp;
  readonly state: AppState;
}

/** Languages to try besides that of the browser; the last is written from right to left. */
const locales = ["en-US", "de-DE", "ja-JP", "ar-EG"];

export function ContextPanel({ app, state: { choices, profile } }: ContextPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { theme, width, locale, timeZone } = choices;
  return (
    <Row as="section" wraps aria-label="Host context" className={styles.panel}>
      <Text size="small" tone="muted">
        Host tells the app
      </Text>
      <RadioGroup
        label="Theme of the app"
        hideLabel
        look="segments"
        choices={[
          { id: "light", label: "Light" },
          { id: "dark", label: "Dark" },
        ]}
        value={theme}
        onChange={(id) => app.choose({ theme: id })}
      />
      <RadioGroup
        label="Width of the app"
        hideLabel
        look="segments"
        choices={frameWidths.map((id) => ({ id, label: id === "full" ? "Full" : id }))}
        value={width}
        onChange={(id) => app.choose({ width: id })}
      />
      <Button
        size="small"
        variant="quiet"
        aria-expanded={isOpen}
        className={styles.more}
        onPress={() => setOpen(!isOpen)}
      >
        {isOpen ? "Less context" : "More context"}
      </Button>
      {isOpen && (
        <div className={styles.rest}>
          <Select
            label="Locale"
            choices={[...new Set([locale, navigator.language, ...locales])].map((id) => ({
              id,
              label: id === "ar-EG" ? "ar-EG, right to left" : id,
            }))}
            value={locale}
            onChange={(id) => app.choose({ locale: id })}
          />
          <TextField
            label="Time zone"
            value={timeZone}
            onChange={(zone) => app.choose({ timeZone: zone })}
          />
          <Select
            label="Policy"
            choices={[
              { id: "specification", label: "Specification" },
              { id: "lax", label: "Lax hosts" },
            ]}
            value={profile}
            onChange={app.setProfile}
          />
          <Select
            label="Play the input"
            choices={[
              { id: "1000", label: "in 1 s" },
              { id: "3000", label: "in 3 s" },
              { id: "10000", label: "in 10 s" },
            ]}
            value={String(choices.playMs)}
            onChange={(id) => app.choose({ playMs: Number(id) })}
          />
          <Button size="small" onPress={() => void app.load({ isPlayed: true })}>
            Play input
          </Button>
          <Switch
            label="Touch"
            isSelected={choices.isTouch}
            onChange={(isTouch) => app.choose({ isTouch })}
          />
          <Switch
            label="Text at 200 %"
            isSelected={choices.isLargeText}
            onChange={(isLargeText) => app.choose({ isLargeText })}
          />
          <Switch
            label="Safe areas"
            isSelected={choices.hasInsets}
            onChange={(hasInsets) => app.choose({ hasInsets })}
          />
        </div>
      )}
    </Row>
  );
}
