import type { Threshold } from './formatBudget.ts';

/** A threshold as edited in a form. */
export interface Draft {
  /** React key of the form row. */
  key: number;
  basis: Threshold['basis'];
  percent: string;
  blocks: boolean;
  powersOff: boolean;
}

/** The maximum number of thresholds per budget. */
export const maxThresholds = 20;

let last = 0;
export const draftOf = ({
  basis,
  percent,
  blocks,
  powersOff,
}: Omit<Threshold, 'firedAt' | 'isBlocking'>): Draft => ({
  key: ++last,
  ...{ basis, percent: String(percent), blocks, powersOff },
});

const plain = (basis: Threshold['basis'], percent: number) => ({
  basis,
  percent,
  blocks: false,
  powersOff: false,
});

/** The default thresholds of a new budget. */
export const defaultThresholds = (): Draft[] =>
  [plain('actual', 80), plain('actual', 100), plain('forecast', 100)].map(draftOf);

/** Returns the next suggested threshold: ten more than the highest one for actual cost. */
export const nextDraft = (drafts: readonly Draft[]): Draft =>
  draftOf(
    plain(
      'actual',
      Math.max(
        40,
        ...drafts
          .filter(({ basis }) => basis === 'actual')
          .map(({ percent }) => Number(percent) || 0),
      ) + 10,
    ),
  );

/**
 * Converts a form threshold for the request. Invalid numbers are sent as entered, so that the
 * server reports the field.
 */
export const bodyOf = ({ basis, percent, blocks, powersOff }: Draft) => ({
  ...{ basis, blocks, powersOff },
  percent: percent.trim() === '' ? Number.NaN : Number(percent),
});
