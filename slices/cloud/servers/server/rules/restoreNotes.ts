import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

interface Interface {
  networkName: string;
  before: readonly string[];
  after: readonly string[] | null;
}

/**
 * What changed for a server restored from the Trash: its name, its addresses, or a lost interface.
 */
export function restoreNotes(
  name: { before: string; after: string },
  nics: readonly Interface[],
): LocalizedText[] {
  const notes: LocalizedText[] = [];
  if (name.after !== name.before)
    notes.push(
      localize('restoreNotes.nameUseAnotherServer', { before: name.before, after: name.after }),
    );
  for (const nic of nics) {
    const note = nicNote(nic);
    if (note) notes.push(note);
  }
  return notes;
}

function nicNote({ networkName, before, after }: Interface): LocalizedText | null {
  if (after === null)
    return localize('restoreNotes.nicNote.networkInterfaceRemovedBecause', { networkName });
  const [had, has] = [before.join(', '), after.join(', ')];
  if (had === has) return null;
  return localize('restoreNotes.nicNote.addressChangedFromBecause', { networkName, had, has });
}
