// The net under one screen: when it breaks, the failure stands in its place and the header stays. Going elsewhere takes
// the failure away. The error itself goes to the console, where the browser keeps it; never to the page.
import { Component, type ReactNode } from "react";
import { PortalError } from "#api/call.ts";
import { Failure } from "#app/Failure.tsx";
import { isMissingPart } from "#widgets/ui/PartErrorBoundary.tsx";

interface Props {
  /** Another place is another try. */
  place: string;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | null;
}

export class ScreenNet extends Component<Props, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: null });
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    const reference = failed.error instanceof PortalError ? failed.error.requestId : undefined;
    return <Failure reference={reference} missing={isMissingPart(failed.error)} />;
  }
}
