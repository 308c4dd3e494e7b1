/** Shows exactly what a server of a registry would start or contact, with a button that fills the Server field. */
import { useMemo } from "react";
import { quoteWord } from "../../../../shared/config/commandLine.ts";
import type { ConfiguredServer } from "../../../../shared/config/configured.ts";
import { readPaste } from "../../../../shared/config/paste/readPaste.ts";
import { waysOf } from "../../../../shared/config/registry/searchRegistry.ts";
import { templateText } from "../../../../shared/config/templateText.ts";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { hiddenKinds } from "../../../../shared/core/text/visibleText.ts";
import { ExactList } from "../../../content/ExactList.tsx";
import { ExactText } from "../../../content/ExactText.tsx";
import { HostRemarks } from "../../../content/HostRemarks.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { pasteProblemText } from "../../messages/pasteMessages.ts";
import styles from "./RegistryDialog.module.css";

interface Props {
  /** As in a server.json. */
  readonly server: JsonObject;
  readonly onUse: (text: string) => void;
}

export function RegistryServer({ server, onUse }: Props) {
  const ways = useMemo(
    () => waysOf(server).map((text) => ({ text, read: readPaste(text) })),
    [server],
  );
  return (
    <section aria-label="What would be used">
      <Stack gap={3}>
        <Heading level={3}>{exactLine(String(server.name), 200)}</Heading>
        <Text as="p" size="small" tone="muted">
          A registry says this, not the server’s author to you: read what would run. <b>Use</b> only
          fills the Server field; nothing starts before you connect.
        </Text>
        {ways.length === 0 && <Text as="p">It names nothing to start or to contact.</Text>}
        {ways.map(({ text, read }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ways of one server keep their order
          <div key={index} className={styles.way}>
            {read.kind === "servers" && read.servers[0] ? (
              <Way server={read.servers[0]} onUse={() => onUse(text)} />
            ) : (
              <Text as="p" size="small">
                {read.kind === "refused" ? pasteProblemText(read.problem) : "It cannot be read."}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </section>
  );
}

function Way({ server, onUse }: { readonly server: ConfiguredServer; readonly onUse: () => void }) {
  const { target, inputs } = server;
  const isHttp = target.kind === "http";
  const words = isHttp
    ? []
    : [templateText(target.command), ...target.args.flat().map(templateText)];
  const address = isHttp ? templateText(target.url) : "";
  const url = isHttp ? URL.parse(address) : null;
  const values = isHttp ? target.headers : target.env;
  const isMisleading = [...words, address].some((each) => hiddenKinds(each).length > 0);
  return (
    <Stack gap={2}>
      <Text weight="medium">{isHttp ? "Contacts" : "Starts"}</Text>
      {url && <HostRemarks url={url} />}
      {isMisleading && (
        <Text as="p" size="small" tone="warning">
          It has characters that are not visible or look like others; they are shown as codes.
        </Text>
      )}
      {isHttp ? (
        <pre className={styles.exact}>
          <ExactText text={address} />
        </pre>
      ) : (
        <ExactList
          isOrdered
          noun="arguments"
          className={styles.words}
          items={words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of one command keep their order
            <li key={index}>
              <ExactText text={quoteWord(word)} />
            </li>
          ))}
        />
      )}
      {values.length > 0 && (
        <>
          <Text size="small">{isHttp ? "Headers" : "Environment"}</Text>
          <ExactList
            noun={isHttp ? "headers" : "variables"}
            className={styles.words}
            items={values.map(([name, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the values of one server keep their order
              <li key={index}>
                <ExactText text={`${name}${isHttp ? ": " : "="}${templateText(value)}`} />
              </li>
            ))}
          />
        </>
      )}
      {inputs.length > 0 && (
        <Text as="p" size="small" tone="muted">
          You are asked for: {exactLine(inputs.map(({ label }) => label).join(", "), 500)}
        </Text>
      )}
      <Row>
        <Button size="small" onPress={onUse}>
          Use
        </Button>
      </Row>
    </Stack>
  );
}
