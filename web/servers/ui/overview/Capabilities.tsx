/** Shows what both sides declared. */
import { useStore } from "zustand";
import { JsonView } from "../../../editor/JsonView.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { declaredText } from "../../store/configured/declaredText.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./ServerOverview.module.css";

export function Capabilities({ view }: { view: ConnectedView }) {
  const { connection, client } = view;
  const server = useStore(useStores().servers.all, (state) => state.open.get(connection.serverId));
  const isModern = client.session.era().kind === "modern";
  const own = server && declaredText(server, isModern);
  return (
    <section aria-label="Capabilities" className={styles.sides}>
      <div>
        <h3 className={styles.heading}>Capabilities of the server</h3>
        <JsonView
          text={JSON.stringify(client.agreement.capabilities)}
          label="Capabilities of the server"
          pretty
        />
      </div>
      {own !== undefined && (
        <div>
          <h3 className={styles.heading}>Capabilities of this client</h3>
          <JsonView text={own} label="Capabilities of this client" pretty />
        </div>
      )}
    </section>
  );
}
