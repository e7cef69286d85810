import ipaddr from 'ipaddr.js';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import { readHostName } from '../hosts/hostName.ts';

type Why = 'shape' | 'https' | 'credentials' | 'private' | 'port' | 'own';
const whys: Record<Why, LocalizedText> = {
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
export function readPageAddress(given: string): PageAddress {
  const wrong = (why: Why): PageAddress => ({ problem: whys[why] });
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return wrong('shape');
  }
  if (url.protocol !== 'https:') return wrong('https');
  if (url.username !== '' || url.password !== '') return wrong('credentials');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal))
    return ipaddr.process(literal).range() === 'unicast'
      ? accepted(url, literal, wrong)
      : wrong('private');
  const { host, problem } = readHostName(url.hostname);
  if (problem !== null) return wrong('private');
  return accepted(url, host, wrong);
}

const accepted = (url: URL, host: string, wrong: (why: Why) => PageAddress): PageAddress =>
  url.port === '' ? { url: url.href, host, problem: null } : wrong('port');

export const ownHostProblem: LocalizedText = whys.own;
