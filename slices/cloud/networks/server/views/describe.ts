import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { NetworkMode } from '../../../../../drivers/compute/port.ts';
import { localize } from '../../texts/localize.ts';
import type { NetworkKind } from '../tables.ts';

const outgoing: LocalizedText = localize('outgoing');
const amongThemselves: LocalizedText = localize('amongThemselves');
const outside: LocalizedText = localize('outside');
const among: LocalizedText = localize('among');
const internalNetwork: LocalizedText = localize('internal');
const simulated: LocalizedText = localize('simulated');

const texts: Record<NetworkMode, Record<NetworkKind, LocalizedText>> = {
  user: { wan: outgoing, lan: amongThemselves, int: amongThemselves },
  bridge: { wan: outside, lan: among, int: internalNetwork },
  none: { wan: simulated, lan: simulated, int: simulated },
};

/** Describes each kind of network on an engine with this network mode. */
export function describeNetwork(mode: NetworkMode): Record<NetworkKind, LocalizedText> {
  return texts[mode];
}
