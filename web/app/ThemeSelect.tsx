/** Chooses light, dark, or what the machine says. */
import { RadioGroup } from "../ui/RadioGroup.tsx";
import type { Theme } from "./theme.ts";
import { useTheme } from "./useTheme.ts";

const choices = [
  { id: "system", label: "System" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
] as const;

/** Takes effect at once. */
export function ThemeSelect(props: { theme: Theme }) {
  const [choice, setChoice] = useTheme(props.theme);
  return (
    <RadioGroup
      label="Theme"
      look="segments"
      choices={choices}
      value={choice}
      onChange={setChoice}
    />
  );
}
