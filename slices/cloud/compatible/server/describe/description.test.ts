import { describe, expect, it } from 'vitest';
import { descriptionOf, fullDescription } from './description.ts';

const emptyDetails = { description: '', notes: '' };

describe('a description set by a client', () => {
  it.each(['', 'one line', 'two\nlines', 'x'.repeat(300), ' blanks  around '])(
    '%j is returned unchanged',
    (text) => {
      expect(fullDescription({ ...emptyDetails, ...descriptionOf(text, emptyDetails) })).toBe(text);
    },
  );

  it('is shortened to one line where the portal shows it', () => {
    expect(descriptionOf(`two\n lines ${'x'.repeat(300)}`, emptyDetails).description).toMatch(
      /^two lines x{190}$/,
    );
  });

  it('keeps a user’s notes, and replaces a client’s previous text', () => {
    const noted = { description: 'a line', notes: 'something else' };
    expect(descriptionOf('two\nlines', noted)).toEqual({ description: 'two lines' });
    expect(descriptionOf('short', { description: 'two lines', notes: 'two\nlines' })).toEqual({
      description: 'short',
      notes: '',
    });
  });
});
