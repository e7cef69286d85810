import type { Tone } from '../Badge.tsx';

const tones: Readonly<Record<number, Tone>> = {
  1: 'bad',
  2: 'good',
  3: 'good',
  5: 'warning',
  7: 'bad',
  9: 'bad',
};

/**
 * The tone of a billing profile state (specification section 4). States that require no action are
 * neutral.
 */
export const billingStateTone = (state: number): Tone => tones[state] ?? 'neutral';
