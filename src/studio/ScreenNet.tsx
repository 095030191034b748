// The net under the studio and under one screen of it: what broke is said in its place. Going elsewhere takes that away. The
// error goes to the console, where the browser keeps its stack.
import { Component, type ReactNode } from "react";

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
    return (
      <div className="card studio-broken" role="alert" lang="en">
        <h1 tabIndex={-1}>This part of the studio broke</h1>
        <p>{failed.error instanceof Error ? failed.error.message : String(failed.error)}</p>
        <p>Is `npm run studio` still running?</p>
        <button className="button button-primary" type="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </div>
    );
  }
}
