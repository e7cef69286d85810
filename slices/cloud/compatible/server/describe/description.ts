interface Described {
  description: string;
  notes: string;
}

const lineMax = 200;

/** The portal shows a description in one line; scripts inside guests write several. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, lineMax);

const containsWhole = ({ description, notes }: Described): boolean =>
  notes !== '' && inOneLine(notes) === description;

/** What a client reads: the whole text it wrote, if the notes contain it. */
export const describedAs = (server: Described): string =>
  containsWhole(server) ? server.notes : server.description;

/**
 * Splits a client's text: the description gets the first line. The notes get the full text if it is
 * longer and there are no user notes.
 */
export function descriptionOf(
  text: string,
  server: Described,
): { description: string; notes?: string } {
  const description = inOneLine(text);
  if (server.notes !== '' && !containsWhole(server)) return { description };
  return { description, notes: description === text ? '' : text };
}
