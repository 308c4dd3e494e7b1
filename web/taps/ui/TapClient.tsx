/** Leads from the start page to the tab that says how to tap a client. */
import { Waypoints } from "lucide-react";
import { useStores } from "../../stores/StoresContext.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";

export function TapClient() {
  const { view } = useStores();
  return (
    <li>
      <StarterButton
        look="card"
        icon={Waypoints}
        title="Tap a client"
        example="see what Claude or Cursor sends"
        onPress={() => view.showPane("tap")}
      />
    </li>
  );
}
