/** Fields below each other, each with its label beside it where there is room, else above it. */
import type { ReactNode } from "react";
import { Stack } from "../primitives/Layout.tsx";
import styles from "./Field.module.css";

export function Fields({ children }: { readonly children: ReactNode }) {
  return (
    <Stack gap={3} className={styles.fields}>
      {children}
    </Stack>
  );
}
