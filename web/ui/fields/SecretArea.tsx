/** A text area for a secret: dots until somebody wants to see it. */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "../Button.tsx";
import styles from "./SecretArea.module.css";
import { TextArea, type TextAreaProps } from "./TextArea.tsx";

/** @param props.label names the secret to the button as well: "Show the client key" */
export function SecretArea(props: Omit<TextAreaProps, "isCovered">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.secret}>
      <TextArea {...props} isCovered={!isShown} />
      <Button
        size="small"
        variant="quiet"
        icon={isShown ? EyeOff : Eye}
        onPress={() => setShown(!isShown)}
      >
        {`${isShown ? "Cover" : "Show"} the ${props.label.toLowerCase()}`}
      </Button>
    </div>
  );
}
