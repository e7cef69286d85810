interface Described {
  description: string;
  notes: string;
}

const lineMax = 200;

/** The portal shows descriptions as one line, but scripts inside guests write several. */
const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, lineMax);

const hasFullTextInNotes = ({ description, notes }: Described): boolean =>
  notes !== '' && toOneLine(notes) === description;

/** The description for clients: the full text that the client wrote, if the notes contain it. */
export const fullDescription = (server: Described): string =>
  hasFullTextInNotes(server) ? server.notes : server.description;

/**
 * Splits a client's text. The description gets the first line, and the notes get the full text if
 * it is longer and there are no user notes.
 */
export function descriptionOf(
  text: string,
  server: Described,
): { description: string; notes?: string } {
  const description = toOneLine(text);
  if (server.notes !== '' && !hasFullTextInNotes(server)) return { description };
  return { description, notes: description === text ? '' : text };
}
