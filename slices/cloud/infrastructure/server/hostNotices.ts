import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import {
  proxyWarning,
  trustedProxiesExample,
} from '../../../../server/platform/http/proxySettings.ts';
import type { DiskState } from '../../../../server/platform/resources/resources.ts';
import { localize } from '../texts/localize.ts';

/**
 * Notices for root about the machine and the proxy: little disk space, a proxy that isn't trusted.
 */
export async function hostNotices({ actor, services }: SignedInContext): Promise<Notice[]> {
  if (actor.role !== 'root') return [];
  return [...diskNotices(await services.resources.disk()), ...proxyNotices(services.config)];
}

const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1);

function diskNotices({ isBelowReserve, freeBytes, reserveBytes }: DiskState): Notice[] {
  if (!isBelowReserve) return [];
  const [free, reserve] = [gigabytes(freeBytes), gigabytes(reserveBytes)];
  const text = localize('hostNews.text.dataFolderGbFree', { free, reserve });
  return [{ id: 'host.diskReserve', severity: 'problem', text, remedy: null, path: '/hosts' }];
}

function proxyNotices(config: Parameters<typeof proxyWarning>[0]): Notice[] {
  const text = proxyWarning(config);
  return text
    ? [{ id: 'host.proxies', severity: 'problem', text, remedy: trustedProxiesExample, path: null }]
    : [];
}
