import type { Answer } from '../../../../web/client.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { text } from './text.ts';

type State = Answer<'getKey'>['state'];
const tones: Record<State, Tone> = {
  active: 'good',
  disabled: 'neutral',
  expired: 'warning',
  closed: 'bad',
};

export function KeyState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{text(`state_${state}`)}</Badge>;
}
