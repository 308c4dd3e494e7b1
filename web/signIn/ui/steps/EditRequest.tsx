/** Edits a request of the flow; nothing is validated before it is sent. */
import { useState } from "react";
import type { FlowRequest } from "../../../../shared/oauth/flow/flow.ts";
import type { Header } from "../../../../shared/protocol/headers.ts";
import { formatPairs, parsePairs } from "../../../messages/pairs.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";

export function EditRequest(props: {
  request: FlowRequest;
  onSend: (url: string, headers: readonly Header[], body: string | undefined) => void;
  onCancel: () => void;
}) {
  const { request, onSend, onCancel } = props;
  const [url, setUrl] = useState(request.url);
  const [headers, setHeaders] = useState(() => formatPairs(request.headers));
  const [body, setBody] = useState(request.body);
  const { pairs, invalidLine } = parsePairs(headers);
  const isUrl = /^https?:\/\//i.test(url) && URL.canParse(url);
  return (
    <Stack>
      <TextField
        label="Request URL"
        isMono
        value={url}
        onChange={setUrl}
        errorMessage={isUrl ? undefined : "Enter an absolute http or https URL."}
      />
      <TextArea
        label="Request headers"
        isMono
        rows={2}
        value={headers}
        onChange={setHeaders}
        errorMessage={
          invalidLine === undefined
            ? undefined
            : `Line ${invalidLine} is not in the form name: value.`
        }
      />
      {body !== undefined && (
        <TextArea label="Request body" isMono rows={4} value={body} onChange={setBody} />
      )}
      <Row wraps>
        <Button
          size="small"
          variant="primary"
          isDisabled={!isUrl || invalidLine !== undefined}
          onPress={() => onSend(url, pairs, body)}
        >
          Send again
        </Button>
        <Button size="small" onPress={onCancel}>
          Discard changes
        </Button>
      </Row>
    </Stack>
  );
}
