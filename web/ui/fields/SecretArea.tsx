/** A text area for a secret, masked until the user reveals it. */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "../Button.tsx";
import styles from "./SecretArea.module.css";
import { TextArea, type TextAreaProps } from "./TextArea.tsx";

/** @param props.label also names the button: "Show the client key" */
export function SecretArea(props: Omit<TextAreaProps, "isMasked">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.secret}>
      <TextArea {...props} isMasked={!isShown} />
      <Button
        size="small"
        variant="quiet"
        icon={isShown ? EyeOff : Eye}
        onPress={() => setShown(!isShown)}
      >
        {`${isShown ? "Hide" : "Show"} the ${props.label.toLowerCase()}`}
      </Button>
    </div>
  );
}
