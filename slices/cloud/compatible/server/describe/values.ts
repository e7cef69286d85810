import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/** Clients send every field of a command, so an empty field counts as absent. */
export const parseOptional = (value: string): string | undefined =>
  value === '' ? undefined : value;

/** For numbers, 0 also counts as absent. */
export const parseOptionalNumber = (value: string): string | undefined =>
  value === '' || value === '0' ? undefined : value;

/** Throws `compatibleFlagMissing`. */
export function required(flag: string, value: string): string {
  if (value === '') throw userError('compatibleFlagMissing', { flag });
  return value;
}

export function flagError(flag: string, value: string, expected: LocalizedText) {
  return userError('compatibleFlagWrong', { flag, given: value.slice(0, 200), problem: expected });
}

export const isYes = (value: string): boolean => /^(yes|true|1|on)$/i.test(value);

/** Undefined when absent. Throws `compatibleFlagWrong` for anything other than yes and no. */
export function yesOrNo(flag: string, value: string): boolean | undefined {
  if (value === '') return undefined;
  if (isYes(value)) return true;
  if (/^(no|false|0|off)$/i.test(value)) return false;
  throw flagError(flag, value, localize('values.yesOrNo.useYesNo'));
}

/** Parses an integer. Also accepts `20gb` and `20.0`. Throws `compatibleFlagWrong`. */
export function wholeNumber(flag: string, value: string): number {
  const digits = /^(\d{1,9})(?:\.0+)?(?:gb)?$/i.exec(value.trim())?.[1];
  if (digits === undefined)
    throw flagError(flag, value, localize('values.wholeNumber.enterWholeNumber'));
  return Number(digits);
}

export type CpuType = 'A' | 'B' | 'T' | 'D';

/** `2B`: two cores of type B. Throws `compatibleFlagWrong`. */
export function cpuOf(flag: string, value: string): { cores: number; cpuType: CpuType } {
  const [, cores, cpuType] = /^(\d{1,3})(?:\.0+)?([ABTD])$/i.exec(value.trim()) ?? [];
  if (!cores || !cpuType)
    throw flagError(flag, value, localize('values.cpuOf.enterCoresTypeExample'));
  return { cores: Number(cores), cpuType: cpuType.toUpperCase() as CpuType };
}

/** Throws `compatibleFlagWrong`. */
export function billingModeOf(value: string): 'hourly' | 'monthly' | undefined {
  if (value === '') return undefined;
  const mode = value.toLowerCase();
  if (mode === 'hourly' || mode === 'monthly') return mode;
  throw flagError('billingcycle', value, localize('values.billingModeOf.useHourlyMonthly'));
}

/**
 * Converts traffic package codes: clients use `b50` for 50 Mbit/s, the portal `50`. `t5000` is the
 * same for both.
 */
export const toPortalPackageId = (packageName: string): string =>
  packageName.replace(/^b(?=\d+$)/i, '');
export const toForeignPackageId = (packageId: string): string =>
  /^\d+$/.test(packageId) ? `b${packageId}` : packageId;

/** Parses `size=20,id=0 size=10` into its parts, each a list of fields. */
export const listOf = (value: string): Record<string, string>[] =>
  value
    .split(/\s+/)
    .filter(Boolean)
    .map((part) =>
      Object.fromEntries(
        part.split(',').map((field) => {
          const index = field.indexOf('=');
          return index < 0
            ? [field.toLowerCase(), '']
            : [field.slice(0, index).toLowerCase(), field.slice(index + 1)];
        }),
      ),
    );

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:MM:SS` in UTC. Empty for none. */
export const queueTime = (at: string | null): string =>
  at === null ? '' : at.slice(0, 19).replace('T', ' ');

/** `dd/mm/YYYY HH:MM:SS` in UTC. */
export function longTime(moment: string): string {
  const at = new Date(moment);
  const day = `${twoDigits(at.getUTCDate())}/${twoDigits(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
  return `${day} ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}:${twoDigits(at.getUTCSeconds())}`;
}
