import { Component, type ReactNode } from 'react';
import { FaultView } from './fault-view.tsx';
import { reportFault } from './faults.ts';

interface FaultBoundaryProps {
  readonly children: ReactNode;
}

/** Shows and reports what a part of the page threw while it was drawn; the rest of the page lives. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportFault(error, { kind: 'render' });
  }

  override render(): ReactNode {
    return this.state.failed ? <FaultView onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}
