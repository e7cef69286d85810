import { CallError } from '../../../../../../web/client.ts';
import { errorText } from '../../../../../../web/ui/feedback/errorText.ts';
import { type Remedy, remedyOf } from '../../../../../../web/ui/feedback/remedy.ts';

/** The parts of the screen that an error can belong to. */
export type FormSection =
  | 'name'
  | 'image'
  | 'size'
  | 'disks'
  | 'nics'
  | 'password'
  | 'keys'
  | 'userData'
  | 'billing'
  | 'tags'
  | 'datacenter'
  | 'app';

const parts: Record<string, FormSection> = {
  ...{
    name: 'name',
    names: 'name',
    quantity: 'name',
    imageId: 'image',
    datacenterId: 'datacenter',
  },
  ...{ cpuType: 'size', cores: 'size', ramMb: 'size', disks: 'disks', nics: 'nics' },
  ...{
    password: 'password',
    sshKeys: 'keys',
    userData: 'userData',
    policies: 'userData',
    tags: 'tags',
    app: 'app',
  },
  ...{ billingMode: 'billing', trafficPackage: 'billing', backup: 'billing', managed: 'billing' },
};

/** Errors by the server's field key (`disks.0.sizeGb`), and those without a field. */
export interface FieldErrors {
  byKey: ReadonlyMap<string, string>;
  general: readonly string[];
  /** Where the problem can be fixed, if there is a screen for it. */
  remedy: Remedy | null;
}

export const noErrors: FieldErrors = { byKey: new Map(), general: [], remedy: null };

export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof CallError)) return { ...noErrors, general: [errorText(error)] };
  const placed = error.errors.filter(({ key }) => key !== undefined && partOf(key) !== undefined);
  const general = error.errors.filter((item) => !placed.includes(item)).map(({ info }) => info);
  const byKey = new Map(placed.map(({ key = '', info }) => [key, info]));
  // Network errors have localized messages of their own.
  return {
    byKey,
    general: error.status === 0 || error.status >= 502 ? [errorText(error)] : general,
    remedy: remedyOf(error),
  };
}

/** The part of the screen that contains the field. Undefined when there is none. */
export function partOf(key: string): FormSection | undefined {
  return parts[key.split('.')[0] ?? ''];
}

/**
 * The error message of a field, or of the first item of a list: `sshKeys` also finds `sshKeys.2`.
 */
export function errorAt(errors: FieldErrors, field: string): string | undefined {
  const exactError = errors.byKey.get(field);
  if (exactError !== undefined) return exactError;
  for (const [key, info] of errors.byKey) if (key.startsWith(`${field}.`)) return info;
  return undefined;
}

/** Whether this part of the screen has an error, in which case a collapsed section expands. */
export const hasErrorIn = (errors: FieldErrors, ...parts: readonly FormSection[]): boolean =>
  [...errors.byKey.keys()].some((key) => parts.includes(partOf(key) as FormSection));
