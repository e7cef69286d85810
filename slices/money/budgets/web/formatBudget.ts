import type { Answer } from '../../../../web/client.ts';
import type { Tone } from '../../../../web/ui/Badge.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { text } from './text.ts';

export type Budget = Answer<'listBudgets'>['items'][number];
export type Threshold = Budget['thresholds'][number];

export const tones: Record<Budget['state'], Tone> = {
  unchecked: 'neutral',
  ok: 'good',
  reached: 'warning',
  forecastOver: 'warning',
  over: 'bad',
  blocking: 'bad',
};

/** Refetch interval in milliseconds. The figures change with every check, without an event. */
export const refetch = { alwaysMs: 60_000 } as const;

export const thresholdText = ({ basis, percent }: Pick<Threshold, 'basis' | 'percent'>): string =>
  text(basis === 'actual' ? 'ofActual' : 'ofForecast', { percent });

type ThresholdActions = Pick<Threshold, 'blocks' | 'powersOff'>;
const describeActions = (
  { blocks, powersOff }: ThresholdActions,
  [notifies, blockText, stops]: readonly [string, string, string],
): string => [notifies, ...(blocks ? [blockText] : []), ...(powersOff ? [stops] : [])].join(', ');

/** Describes the actions of a threshold. */
export const actionsText = (actions: ThresholdActions): string =>
  describeActions(actions, [text('tells'), text('thenBlocks'), text('thenPowersOff')]);
/** Describes the actions that a threshold ran. */
export const pastActionsText = (actions: ThresholdActions): string =>
  describeActions(actions, [text('told'), text('hasBlocked'), text('hasPoweredOff')]);

export const money = (amount: string, { currency }: Pick<Budget, 'currency'>): string =>
  formatMoney(amount, currency);
