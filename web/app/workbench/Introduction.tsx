/** What the start page says above its field. */
import { Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import styles from "./StartPage.module.css";

export function Introduction() {
  return (
    <Stack gap={2} className={styles.introduction}>
      <Heading level={1} size="headline">
        Try any MCP server
      </Heading>
      <Text as="p" size="large" tone="muted" className={styles.sentence}>
        Call its tools, answer what it asks, see every message. Your data stays in this browser,
        except what you send to a server.
      </Text>
    </Stack>
  );
}
