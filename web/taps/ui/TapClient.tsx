/** Leads from the start page to the servers of other clients that can have a tap. */
import { Waypoints } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";

const TapClientDialog = lazyComponent(
  async () => (await import("./TapClientDialog.tsx")).TapClientDialog,
);

export function TapClient() {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <StarterButton
        look="card"
        icon={Waypoints}
        title="Tap a client"
        example="see what Claude or Cursor sends"
        onPress={() => setOpen(true)}
      />
      {isOpen && <TapClientDialog onClose={() => setOpen(false)} />}
    </li>
  );
}
