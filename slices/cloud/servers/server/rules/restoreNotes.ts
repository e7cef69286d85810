import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

interface RestoredNic {
  networkName: string;
  before: readonly string[];
  after: readonly string[] | null;
}

/**
 * What changed for a server restored from the Trash: its name, its addresses, or a lost interface.
 */
export function restoreNotes(
  name: { before: string; after: string },
  nics: readonly RestoredNic[],
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

function nicNote({ networkName, before, after }: RestoredNic): LocalizedText | null {
  if (after === null)
    return localize('restoreNotes.nicNote.networkInterfaceRemovedBecause', { networkName });
  const [addressesBefore, addressesAfter] = [before.join(', '), after.join(', ')];
  if (addressesBefore === addressesAfter) return null;
  return localize('restoreNotes.nicNote.addressChangedFromBecause', {
    networkName,
    had: addressesBefore,
    has: addressesAfter,
  });
}
