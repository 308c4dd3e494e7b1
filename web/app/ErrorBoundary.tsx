/** Error boundary: a rendering error in one part leaves the rest of the page usable. */
import { Component, type ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";

interface GuardProps {
  /** The name of the part, as the user knows it. */
  readonly part: string;
  readonly children: ReactNode;
}

/**
 * Shows an error message in place of the part; React has already logged the error to the console.
 */
export class ErrorBoundary extends Component<GuardProps, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("no reason given") };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice
        severity="error"
        title={`${this.props.part} could not be shown`}
        actions={<Button onPress={() => this.setState({ error: undefined })}>Show again</Button>}
      >
        {String(error)}. The connection and the log are not affected. If this happens again, reload
        the page.
      </Notice>
    );
  }
}
