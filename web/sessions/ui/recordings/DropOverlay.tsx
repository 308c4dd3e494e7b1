/** Covers the page while a file is dragged over it. */
import { FileDown } from "lucide-react";
import { Row } from "../../../ui/primitives/Layout.tsx";
import styles from "./DropOverlay.module.css";

export function DropOverlay() {
  return (
    <div className={styles.overlay} role="status">
      <Row gap={3} className={styles.box}>
        <FileDown aria-hidden="true" />
        <span>
          Drop a recording, a HAR or a history of the official inspector to open it. No server is
          contacted.
        </span>
      </Row>
    </div>
  );
}
