import type { Answer } from '../../../../web/client.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { text } from './text.ts';

export type Delivery = Answer<'listDeliveries'>['items'][number];

export const states = ['waiting', 'sent', 'kept', 'failed'] as const;

const tones: Record<Delivery['state'], Tone> = {
  waiting: 'busy',
  sent: 'good',
  kept: 'warning',
  failed: 'bad',
};

export const StateBadge = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge tone={tones[state]}>{text(state)}</Badge>
);
