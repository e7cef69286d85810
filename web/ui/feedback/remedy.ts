import { CallError } from '../../client.ts';
import { code } from '../../codes.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';

const text = textsOf<typeof common>('common');

/** The screen where the cause of a rejection can be resolved. */
export interface Remedy {
  title: string;
  path: string;
}

const uncovered: readonly number[] = [code.prepaidNotCovered, code.prepaidUsedUp];

/** Null for a rejection that no screen can resolve. */
export const remedyOf = (error: unknown): Remedy | null =>
  error instanceof CallError && error.errors.some((item) => uncovered.includes(item.code))
    ? { title: text('payIn'), path: '/billing' }
    : null;
