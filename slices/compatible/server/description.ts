interface Described {
  description: string;
  notes: string;
}

const lineMax = 200;

/** The portal shows a description in one line; scripts inside guests write several. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, lineMax);

const holdsWhole = ({ description, notes }: Described): boolean => notes !== '' && inOneLine(notes) === description;

/** What a client reads: the whole of what it wrote, where the notes hold it. */
export const describedAs = (server: Described): string => (holdsWhole(server) ? server.notes : server.description);

/** What a client's text becomes: its line, and in the notes the whole where it is longer and nobody's own notes are in the way. */
export function descriptionOf(text: string, server: Described): { description: string; notes?: string } {
  const description = inOneLine(text);
  if (server.notes !== '' && !holdsWhole(server)) return { description };
  return { description, notes: description === text ? '' : text };
}
