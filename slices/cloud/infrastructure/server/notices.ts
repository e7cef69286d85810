import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { localize } from '../texts/localize.ts';
import { engineStates } from './engines.ts';
import type { EngineItem } from './hosts.ts';

/**
 * Current engine problems, most severe first: an engine that can't run servers, simulated servers
 * only, emulation without hardware acceleration. Remedies are shown only to users with access to
 * the hosts.
 */
export async function engineNotices(ctx: Context): Promise<Notice[]> {
  const engines = await engineStates(ctx);
  const isReal = engines.some(({ engine, ready }) => ready && engine !== 'simulated');
  const canViewHosts = hasPermission(ctx, 'hosts.view');
  const notices = engines.flatMap((engine) => [
    ...notReady(engine),
    ...(isReal ? [] : onlySimulated(engine)),
    ...emulationNotices(engine),
  ]);
  return notices.map((item) => ({
    ...item,
    remedy: canViewHosts ? item.remedy : null,
    path: canViewHosts ? '/hosts' : null,
  }));
}

function notReady({ engine, ready, problem, remedy }: EngineItem): Notice[] {
  if (ready) return [];
  const text = problem
    ? localize('news.notReadyBecause', { engine, problem })
    : localize('news.notReady', { engine });
  return [{ id: `engine.${engine}.notReady`, severity: 'problem', text, remedy, path: null }];
}

function onlySimulated({ engine, ready }: EngineItem): Notice[] {
  if (engine !== 'simulated' || !ready) return [];
  const text = localize('news.text.serversSimulatedHereCan');
  return [{ id: 'engine.simulated', severity: 'warning', text, remedy: null, path: null }];
}

function emulationNotices({ engine, ready, acceleration }: EngineItem): Notice[] {
  if (!ready || acceleration !== 'emulation') return [];
  const text = localize('news.text.machineNoHardwareVirtualization');
  return [{ id: `engine.${engine}.emulated`, severity: 'info', text, remedy: null, path: null }];
}
