import type { Answer } from '../../../../../web/client.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { text } from './text.ts';

type Outcome = Answer<'getServerHistory'>['items'][number]['outcome'];

export const tones: Record<Outcome, Tone> = {
  done: 'good',
  refused: 'warning',
  failed: 'bad',
  cancelled: 'neutral',
  open: 'busy',
};
const outcomeTexts = {
  refused: 'outcomeRefused',
  failed: 'outcomeFailed',
  cancelled: 'outcomeCancelled',
  open: 'outcomeOpen',
} as const;

/** The result badge. Empty for success. */
export function Outcome({ outcome }: { outcome: Outcome }) {
  return outcome === 'done' ? null : (
    <Badge tone={tones[outcome]}>{text(outcomeTexts[outcome])}</Badge>
  );
}
