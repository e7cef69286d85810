import type { NetworkMode } from '../../../drivers/compute/port.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import { localize } from '../texts.ts';
import type { NetworkKind } from './tables.ts';

const outgoing: Texts = localize('outgoing');
const amongThemselves: Texts = localize('amongThemselves');
const outside: Texts = localize('outside');
const among: Texts = localize('among');
const internal: Texts = localize('internal');
const simulated: Texts = localize('simulated');

const texts: Record<NetworkMode, Record<NetworkKind, Texts>> = {
  user: { wan: outgoing, lan: amongThemselves, int: amongThemselves },
  bridge: { wan: outside, lan: among, int: internal },
  none: { wan: simulated, lan: simulated, int: simulated },
};

/** What a network of each kind really is on an engine that connects its servers in this way. */
export function describeNetwork(mode: NetworkMode): Record<NetworkKind, Texts> {
  return texts[mode];
}
