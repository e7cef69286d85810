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
 * How good a state of a billing profile is (specification section 4); one that asks for nothing is
 * neutral.
 */
export const billingStateTone = (state: number): Tone => tones[state] ?? 'neutral';
