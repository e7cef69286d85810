import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { companyEndpoints } from '../contract.ts';

type Detail = z.output<(typeof companyEndpoints)['getCompany']['answer']>;

/** A section of a company that is saved as a whole. */
export type CompanySection = keyof Detail['versions'];

/** The version of the section that the caller read before the change. */
export interface ExpectedVersion {
  seen?: string | undefined;
}

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort();
const versionOf = (part: object): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22);

/** Returns the version of each section. Equal contents have equal versions. */
export const versionsOf = ({
  settings,
  billingProperties,
  sites,
  admins,
}: Pick<Detail, 'settings' | 'billingProperties' | 'sites' | 'admins'>): Detail['versions'] => ({
  settings: versionOf(settings),
  billingProperties: versionOf(billingProperties),
  siteAdmin: versionOf([ids(sites), ids(admins)]),
});

/**
 * Throws `companyChangedMeanwhile` if the section differs from the version in `expectedVersion`. Without
 * `expectedVersion`,
 * it is overwritten.
 */
export function requireCurrentVersion(
  { versions, settings }: Detail,
  part: CompanySection,
  expectedVersion: ExpectedVersion['seen'],
): void {
  if (expectedVersion !== undefined && expectedVersion !== versions[part])
    throw userError('companyChangedMeanwhile', { company: settings.legalName }, 'seen');
}
