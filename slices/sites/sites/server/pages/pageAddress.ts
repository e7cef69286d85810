import ipaddr from 'ipaddr.js';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import { parseHostname } from '../hosts/hostname.ts';

type AddressProblem = 'shape' | 'https' | 'credentials' | 'private' | 'port' | 'own';
const addressProblems: Record<AddressProblem, LocalizedText> = {
  shape: localize('pageAddress.whys.shape'),
  https: localize('whys.https'),
  credentials: localize('whys.credentials'),
  private: localize('pageAddress.whys.private'),
  port: localize('whys.port'),
  own: localize('whys.own'),
};

export type PageAddress = { url: string; host: string; problem: null } | { problem: LocalizedText };

/**
 * Returns the URL of an embedded page, or why it isn't allowed. Whether its host belongs to the
 * portal is checked elsewhere.
 */
export function parsePageUrl(input: string): PageAddress {
  const rejected = (problem: AddressProblem): PageAddress => ({
    problem: addressProblems[problem],
  });
  let url: URL;
  try {
    url = new URL(input);
  } catch {
    return rejected('shape');
  }
  if (url.protocol !== 'https:') return rejected('https');
  if (url.username !== '' || url.password !== '') return rejected('credentials');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal))
    return ipaddr.process(literal).range() === 'unicast'
      ? checkPort(url, literal, rejected)
      : rejected('private');
  const { host, problem } = parseHostname(url.hostname);
  if (problem !== null) return rejected('private');
  return checkPort(url, host, rejected);
}

const checkPort = (
  url: URL,
  host: string,
  reject: (problem: AddressProblem) => PageAddress,
): PageAddress => (url.port === '' ? { url: url.href, host, problem: null } : reject('port'));

export const ownHostProblem: LocalizedText = addressProblems.own;
