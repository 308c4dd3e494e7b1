/** The extensions that are declared to a server, drafts of the protocol, and the trace context of requests. */

import { isTraceparent, isTracestate } from "../../../../../shared/client/traceContext.ts";
import { isExtensionsText } from "../../../../../shared/protocol/clientCapabilities.ts";
import { eventsDraft } from "../../../../../shared/protocol/drafts/eventsDraft.ts";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { useAddressedSettings } from "../../../hooks/useServerSettings.ts";

export function ExtensionsField() {
  const { settings, change } = useAddressedSettings();
  const { extensions } = settings;
  return (
    <TextArea
      label="Extensions"
      description='JSON of what is declared besides, for example {"com.example/x": {}}.'
      isMono
      rows={2}
      value={extensions}
      onChange={(next) => change({ extensions: next })}
      errorMessage={
        isExtensionsText(extensions)
          ? undefined
          : "It is not a JSON object of objects, and is not declared."
      }
    />
  );
}

export function DraftFields() {
  const { settings, change } = useAddressedSettings();
  return (
    <>
      <Switch
        label={`Events (draft of ${eventsDraft.date})`}
        description="Shows the event types of a server that declares the capability events. Takes effect at the next connection."
        isSelected={settings.hasEvents}
        onChange={(hasEvents) => change({ hasEvents })}
      />
      <Switch
        label="Forms as apps (draft SEP-3118)"
        description="A server may name an app for an elicitation. You take its answer into the form, and send it."
        isSelected={settings.hasAppElicitation}
        onChange={(hasAppElicitation) => change({ hasAppElicitation })}
      />
    </>
  );
}

/** @see https://modelcontextprotocol.io/seps/414-request-meta */
export function TraceFields() {
  const { settings, change } = useAddressedSettings();
  const { trace } = settings;
  const isSent = trace.parent === "auto" || isTraceparent(trace.parent);
  return (
    <>
      <TextField
        label="traceparent"
        description="In _meta of each request: auto starts a trace with a span for each, a value is sent as it is."
        isMono
        value={trace.parent}
        onChange={(parent) => change({ trace: { ...trace, parent: parent.trim() } })}
        errorMessage={
          isSent || trace.parent === ""
            ? undefined
            : "It is neither auto nor 00-<32 hex digits>-<16>-<2>, and is not sent."
        }
      />
      <TextField
        label="tracestate"
        description="Sent with it, for example vendor=value."
        isMono
        value={trace.state}
        onChange={(state) => change({ trace: { ...trace, state } })}
        errorMessage={
          trace.state === "" || isTracestate(trace.state)
            ? undefined
            : "It is no list of key=value, and is not sent."
        }
      />
    </>
  );
}
