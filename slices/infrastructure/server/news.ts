import type { LocalizedText } from '../../../contract/languages.ts';
import { may } from '../../../server/platform/access/scope.ts';
import type { Context } from '../../../server/platform/context.ts';
import { localize } from '../texts/localize.ts';
import { engineStates } from './engines.ts';
import type { EngineItem } from './hosts.ts';

/** Something about the engines that a person should read on the dashboard. */
export interface EngineNews {
  id: string;
  severity: 'info' | 'warning' | 'problem';
  text: LocalizedText;
  /** The exact command that fixes it, only for users with access to fix it. */
  remedy: string | null;
  /** The screen where it is dealt with. */
  path: string | null;
}

/**
 * Current engine problems, most severe first: an engine that can't run servers, simulated servers
 * only, emulation without hardware acceleration. Remedies are shown only to users with access to
 * the hosts.
 */
export async function engineNews(ctx: Context): Promise<EngineNews[]> {
  const engines = await engineStates(ctx);
  const isReal = engines.some(({ engine, ready }) => ready && engine !== 'simulated');
  const maySeeHosts = may(ctx, 'hosts.view');
  const news = engines.flatMap((engine) => [
    ...notReady(engine),
    ...(isReal ? [] : onlySimulated(engine)),
    ...emulated(engine),
  ]);
  return news.map((item) => ({
    ...item,
    remedy: maySeeHosts ? item.remedy : null,
    path: maySeeHosts ? '/hosts' : null,
  }));
}

function notReady({ engine, ready, problem, remedy }: EngineItem): EngineNews[] {
  if (ready) return [];
  const text = problem
    ? localize('news.notReadyBecause', { engine, problem })
    : localize('news.notReady', { engine });
  return [{ id: `engine.${engine}.notReady`, severity: 'problem', text, remedy, path: null }];
}

function onlySimulated({ engine, ready }: EngineItem): EngineNews[] {
  if (engine !== 'simulated' || !ready) return [];
  const text = localize('news.text.serversSimulatedHereCan');
  return [{ id: 'engine.simulated', severity: 'warning', text, remedy: null, path: null }];
}

function emulated({ engine, ready, acceleration }: EngineItem): EngineNews[] {
  if (!ready || acceleration !== 'emulation') return [];
  const text = localize('news.text.machineNoHardwareVirtualization');
  return [{ id: `engine.${engine}.emulated`, severity: 'info', text, remedy: null, path: null }];
}
