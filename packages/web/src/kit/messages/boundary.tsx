import { Component, type ReactNode } from 'react';
import { reportFault } from '../../base/faults/faults.ts';
import { Unshown } from './unshown.tsx';

interface Props {
  /** What it holds, for the report: `{ part: 'field', entity: 'ticket', field: 'details' }`. */
  readonly place: Readonly<Record<string, string>> & { readonly part: string };
  /** Another value than when the content failed: it is drawn again. */
  readonly again?: unknown;
  /** What stands there where the content cannot be drawn; a short sentence unless given. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly again: unknown;
}

/** Content that cannot be drawn takes nothing else of the page with it, and is reported. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: false, again: this.props.again };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ again }: Props, state: State): State | null {
    return Object.is(again, state.again) ? null : { failed: false, again };
  }

  /** What was reported last: content that is drawn again and fails again is reported once. */
  private reported: string | null = null;

  override componentDidCatch(error: unknown): void {
    const text = String(error);
    if (text !== this.reported) reportFault(error, { kind: 'part', ...this.props.place });
    this.reported = text;
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { place, instead } = this.props;
    return instead === undefined ? <Unshown part={place.part} /> : instead;
  }
}
