import { loadArea, textsOf } from '../texts/texts.ts';
import billingStateTexts from './texts/en.json';

await loadArea(
  'billingStates',
  billingStateTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

const text = textsOf<typeof billingStateTexts>('billingStates');

/** The states of a billing profile (specification section 4). */
export const billingStates = [-1, 0, 1, 2, 3, 5, 7, 9] as const;

/** The title of a billing profile state. */
export const billingStateTitle = (state: number): string => text(`state_${state}` as 'state_0');
