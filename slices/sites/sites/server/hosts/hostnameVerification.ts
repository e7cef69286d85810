import { Resolver } from 'node:dns/promises';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

const timeoutMs = 3_000;
let servers: string[] | null = null;

/**
 * Uses these name servers (`address` or `address:port`) instead of those of the machine. Null
 * restores the machine's own.
 */
export function setNameServers(addresses: string[] | null): void {
  servers = addresses;
}

/** The name and value of the record that verifies a hostname. */
export const verificationRecordName = (host: string): string => `_cloudberth.${host}`;
export const verificationRecordValue = (token: string): string => `cloudberth-site=${token}`;

type ProofProblem = 'none' | 'other' | 'away';
const proofProblems: Record<ProofProblem, LocalizedText> = {
  none: localize('whys.none'),
  other: localize('whys.other'),
  away: localize('whys.away'),
};

/**
 * Looks up the verification record in the DNS. Returns null if it's found, otherwise the problem.
 */
export async function proofProblem(host: string, token: string): Promise<LocalizedText | null> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  try {
    const records = await resolver.resolveTxt(verificationRecordName(host));
    return records.some((parts) => parts.join('').trim() === verificationRecordValue(token))
      ? null
      : proofProblems.other;
  } catch (error) {
    const isMissing = ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '');
    return proofProblems[isMissing ? 'none' : 'away'];
  } finally {
    resolver.cancel();
  }
}
