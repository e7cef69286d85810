import type { Texts } from './facts.ts';

interface Interface {
  networkName: string;
  before: readonly string[];
  after: readonly string[] | null;
}

/**
 * What is different about a server that comes out of the trash: its name, its addresses, an
 * interface that is lost.
 */
export function restoreNotes(
  name: { before: string; after: string },
  nics: readonly Interface[],
): Texts[] {
  const notes: Texts[] = [];
  if (name.after !== name.before)
    notes.push({
      en: `The name ${name.before} is in use by another server. This server is now named ${name.after}.`,
      he: `השם ${name.before} נמצא בשימוש של שרת אחר. שם השרת הזה הוא כעת ${name.after}.`,
    });
  for (const nic of nics) {
    const note = nicNote(nic);
    if (note) notes.push(note);
  }
  return notes;
}

function nicNote({ networkName, before, after }: Interface): Texts | null {
  if (after === null)
    return {
      en: `The network interface on ${networkName} is removed, because the network was deleted or has no free address.`,
      he: `ממשק הרשת ב-${networkName} הוסר, כי הרשת נמחקה או שאין בה כתובת פנויה.`,
    };
  const [had, has] = [before.join(', '), after.join(', ')];
  if (had === has) return null;
  return {
    en: `The address on ${networkName} changed from ${had} to ${has}, because the former one is in use.`,
    he: `הכתובת ב-${networkName} השתנתה מ-${had} ל-${has}, כי הקודמת נמצאת בשימוש.`,
  };
}
