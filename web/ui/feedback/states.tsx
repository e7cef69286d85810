import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IconName } from '../../../contract/icons.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { Icon } from '../Icon.tsx';
import { ErrorReason } from './ErrorReason.tsx';
import { errorText } from './errorText.ts';
import '../ui.css';

const text = textsOf<typeof common>('common');

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** The purpose of the object. */
  hint?: string;
  /** The first step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className="state">
      <Icon name={icon} size={34} />
      <h3>{title}</h3>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div className="state state-error" role="alert">
      <Icon name="alert" size={34} />
      <h3>{text('loadFailed')}</h3>
      <p>{errorText(error)}</p>
      <ErrorReason error={error} />
      <Button variant="default" onClick={onRetry}>
        {text('retry')}
      </Button>
    </div>
  );
}

/** Placeholder lines with the height of the text, so that the layout doesn't shift. */
export function Skeleton({ count = 3 }: { count?: number }) {
  return (
    <div className="lines" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} style={{ inlineSize: `${90 - ((index * 17) % 45)}%` }} />
      ))}
    </div>
  );
}

/** A form error that belongs to none of its fields. Empty if there is none. */
export function ProblemNotice({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <div className="notice notice-problem" role="alert">
      <Icon name="alert" />
      <span>{problem}</span>
    </div>
  );
}
