/** Shows what a question is about, of which the user can show the hidden values. */
import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import styles from "./Questions.module.css";

interface RevealableProps {
  /** Whether there are hidden values. */
  readonly isHidden: boolean;
  readonly children: (isRevealed: boolean) => ReactNode;
}

export function Revealable({ isHidden, children }: RevealableProps) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <>
      {children(isRevealed)}
      {isHidden && !isRevealed && (
        <Button size="small" className={styles.reveal} onPress={() => setRevealed(true)}>
          Show values
        </Button>
      )}
    </>
  );
}
