import type { LookupFunction } from 'node:net';
import * as z from 'zod';
import { schemaMessage } from '../../../../../contract/fields/schemaMessage.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { defineSetting } from '../../../../../server/platform/settings/settings.ts';
import {
  isHiddenLiteral,
  lookupPublic,
} from '../../../../../server/platform/vendors/publicLookup.ts';
import { localize } from '../../texts/localize.ts';

/**
 * Private-network origins that companies can connect to. Only the operator can change this setting.
 */
export const trustedOrigins = defineSetting({
  id: 'accounting.trustedOrigins',
  schema: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^https?:\/\/[\w.[\]:-]+$/, {
          message: schemaMessage(localize('invalid.message.enterOriginSuchAs')),
        }),
    )
    .max(50),
  fallback: [] as string[],
  level: 'root',
  access: 'portal.manage',
  title: localize('trustedOrigins'),
});

const problems = {
  none: localize('problems.none'),
  carries: localize('problems.carries'),
  open: localize('problems.open'),
  hidden: localize('problems.hidden'),
} satisfies Record<string, LocalizedText>;

/**
 * Returns why a URL is rejected, or null if it's allowed. Doesn't check which IP addresses its
 * hostname resolves to.
 */
export function addressProblem(address: string, trusted: readonly string[]): LocalizedText | null {
  if (!URL.canParse(address)) return problems.none;
  const { protocol, origin, hostname, username, password, search, hash } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return problems.none;
  if (username || password || search || hash) return problems.carries;
  if (trusted.includes(origin)) return null;
  if (protocol !== 'https:') return problems.open;
  return isHiddenLiteral(hostname) ? problems.hidden : null;
}

/** Returns the DNS lookup used for connections to an address. */
export const lookupFor = (
  address: string,
  trusted: readonly string[],
): LookupFunction | undefined =>
  trusted.includes(new URL(address).origin) ? undefined : lookupPublic;
