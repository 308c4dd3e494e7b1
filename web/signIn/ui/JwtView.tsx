/** Shows a decoded JWT; says that its signature is not verified. */
import type { DecodedJwt } from "../../../shared/oauth/crypto/jwt.ts";
import { JsonView } from "../../editor/JsonView.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import styles from "./JwtView.module.css";

const times = ["exp", "iat", "nbf", "auth_time"];

export function JwtView({ title, jwt }: { title: string; jwt: DecodedJwt }) {
  const dates = times.flatMap((name) => {
    const value = jwt.payload[name];
    return typeof value === "number" ? [`${name} is ${dateOf(value)}`] : [];
  });
  return (
    <Disclosure title={title} level={4} className={styles.jwt}>
      <JsonView text={jwt.headerText} label="JWT header" pretty maxHeight="8rem" />
      <JsonView text={jwt.payloadText} label="JWT payload" pretty maxHeight="20rem" />
      <p className={styles.note}>
        {dates.length > 0 && `${dates.join(", ")}. `}The signature is not checked here.
      </p>
    </Disclosure>
  );
}

/** @param seconds since 1970 */
function dateOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "not a valid time" : date.toLocaleString();
}
