import { CallError } from '../../client.ts';
import { code } from '../../codes.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';

const text = textsOf<typeof common>('common');

/** The screen where what a call was refused for is put right. */
export interface Remedy {
  title: string;
  path: string;
}

const uncovered: readonly number[] = [code.prepaidNotCovered, code.prepaidUsedUp];

/** Null for a refusal that no screen puts right by itself. */
export const remedyOf = (error: unknown): Remedy | null =>
  error instanceof CallError && error.errors.some((item) => uncovered.includes(item.code))
    ? { title: text('payIn'), path: '/billing' }
    : null;
