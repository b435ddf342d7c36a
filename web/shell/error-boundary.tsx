import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../components/button';
import { EmptyState } from '../components/states';

interface State {
  readonly failed: boolean;
}

/** Shows an error in place of a page that failed to render and keeps the shell working. A new `path` resets it. */
export class ErrorBoundary extends Component<{ readonly path: string; readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate({ path }: { readonly path: string }): void {
    if (path !== this.props.path && this.state.failed) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        icon="warning"
        title="This page failed"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        Reload it. If it fails again, a newer version of the app may have been installed: close the tab and open it
        again.
      </EmptyState>
    );
  }
}
