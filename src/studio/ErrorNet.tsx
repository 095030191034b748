// The error boundary of the studio, of one page of it, and of a drawn form: another notice in the place of what broke. The error goes to
// the console too, where the browser keeps its stack.
import { Component, type ReactNode } from "react";

interface Props {
  /** A new place clears the error. */
  place?: string;
  notice(reason: string): ReactNode;
  children: ReactNode;
}

export class ErrorNet extends Component<Props, { reason: string | null }> {
  override state = { reason: null };

  static getDerivedStateFromError(error: unknown) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.reason !== null && place !== this.props.place) this.setState({ reason: null });
  }

  override render() {
    return this.state.reason === null ? this.props.children : this.props.notice(this.state.reason);
  }
}
