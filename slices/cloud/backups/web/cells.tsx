import { Badge } from '../../../../web/ui/Badge.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import type { Backup } from './BackupTable.tsx';
import { text } from './text.ts';

export function BackupState({ backup: { state, problem } }: { backup: Backup }) {
  if (problem)
    return (
      <>
        <Badge tone="bad">{text('damaged')}</Badge>
        <div className="soft">{problem}</div>
      </>
    );
  return <Badge tone={state === 'ready' ? 'good' : 'busy'}>{text(state)}</Badge>;
}

export function RetentionCell({ backup: { keptAs, state } }: { backup: Backup }) {
  if (state !== 'ready') return <span className="soft">–</span>;
  return (
    <>
      {keptAs.length > 0 ? keptAs.map((keptReasons) => text(keptReasons)).join(', ') : text('goes')}
    </>
  );
}

const tones = { alive: 'good', unclear: 'warning', silent: 'bad', failed: 'bad' } as const;

export function TestState({ backup: { test } }: { backup: Backup }) {
  if (!test) return <span className="soft">{text('untested')}</span>;
  if (test.result === null) return <Badge tone="busy">{text('running')}</Badge>;
  return (
    <span {...(test.evidence ? { 'data-hint': text('proof', { evidence: test.evidence }) } : {})}>
      <Badge tone={tones[test.result]}>{text(test.result)}</Badge> <RelativeTime at={test.at} />
    </span>
  );
}
