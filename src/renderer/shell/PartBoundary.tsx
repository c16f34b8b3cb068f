import { Component, type ReactNode } from 'react';
import { Button } from '../base/controls/Button.tsx';
import styles from './PartBoundary.module.css';

interface PartBoundaryProps {
  /** Begins the sentence that is shown: "The file tree …". */
  readonly name: string;
  readonly children: ReactNode;
  onFail?(): void;
}

/** A part of the window that fails is switched off alone; editing goes on beside it. */
export class PartBoundary extends Component<PartBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(): void {
    this.props.onFail?.();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div role="alert" className={styles.failed}>
        <p>{this.props.name} stopped because of a fault in the app. Everything else still works.</p>
        <p className={styles.detail}>{error.message}</p>
        <Button onClick={() => this.setState({ error: null })}>Reload</Button>
      </div>
    );
  }
}
