import { Component, type ReactNode } from 'react';
import { CrashScreen } from './CrashScreen.tsx';
import { reportCrash } from './crash.ts';

/** Catches rendering errors of a screen, reports them, and shows the error screen instead. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    reportCrash(error);
  }

  override render(): ReactNode {
    return this.state.error ? <CrashScreen error={this.state.error} /> : this.props.children;
  }
}
