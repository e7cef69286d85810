import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/** Domains that aren't public: they resolve only on one machine or network, or never. */
const notPublic = [
  'localhost',
  'local',
  'internal',
  'lan',
  'home.arpa',
  'arpa',
  'onion',
  'invalid',
];

type HostProblem = 'empty' | 'address' | 'oneLabel' | 'shape' | 'private';
const hostProblems: Record<HostProblem, LocalizedText> = {
  empty: localize('whys.empty'),
  address: localize('whys.address'),
  oneLabel: localize('whys.oneLabel'),
  shape: localize('whys.shape'),
  private: localize('whys.private'),
};

export type ParsedHostname =
  | { host: string; problem: null }
  | { host: string; problem: LocalizedText };

/** Returns the hostname as written in the DNS, or why it's invalid. */
export function parseHostname(input: string): ParsedHostname {
  const displayedHost = input.slice(0, 100);
  const rejected = (problem: HostProblem): ParsedHostname => ({
    host: displayedHost,
    problem: hostProblems[problem],
  });
  const plain = input.trim().replace(/\.$/, '').toLowerCase();
  if (plain === '') return rejected('empty');
  if (isIP(plain.replace(/^\[|\]$/g, '')) !== 0) return rejected('address');
  if (/[\s/:@?#%*_\\]/.test(plain)) return rejected('shape');
  const host = domainToASCII(plain);
  if (host === '' || host.length > 253) return rejected('shape');
  const labels = host.split('.');
  if (labels.some((label) => !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)))
    return rejected('shape');
  if (labels.length < 2) return rejected('oneLabel');
  // Some programs read `1.2.3` and `0x7f.1` as addresses.
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return rejected('address');
  if (notPublic.some((suffix) => host === suffix || host.endsWith(`.${suffix}`)))
    return rejected('private');
  return { host, problem: null };
}
