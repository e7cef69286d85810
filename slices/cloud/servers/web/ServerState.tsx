import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import type { Server } from './commands.ts';
import { text } from './text.ts';

const powerTones: Record<Server['power'], Tone> = {
  on: 'good',
  off: 'neutral',
  suspended: 'warning',
};

/** A server's state as one word. While a task is running, the state before the task. */
export function ServerState({
  server: { status, power },
}: {
  server: Pick<Server, 'power' | 'status'>;
}) {
  if (status === 'bin') return <Badge tone="neutral">{text('bin')}</Badge>;
  if (status === 'failed') return <Badge tone="bad">{text('failed')}</Badge>;
  if (status === 'creating') return <Badge tone="busy">{text('creating')}</Badge>;
  return <Badge tone={status === 'busy' ? 'busy' : powerTones[power]}>{text(power)}</Badge>;
}
