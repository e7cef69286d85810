import type { ReactNode } from 'react';
import './ui.css';

export type Tone = 'neutral' | 'good' | 'busy' | 'warning' | 'bad';

/** A state in one word, with an icon so that color isn't the only cue. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge badge-${tone}`}>
      <span className="badge-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
