import { describe, expect, it } from 'vitest';
import { languages } from '../languages.ts';
import { emptyText } from './errors.ts';
import { code, messages, render } from './messages.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).sort();

describe('the catalog of codes', () => {
  it('has a unique number per code', () => {
    const numbers = Object.values(code);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(Object.entries(messages))(
    '%s has the same placeholders in every language',
    (_name, message) => {
      for (const language of languages) {
        expect(message.texts[language]).not.toBe('');
        expect(placeholders(message.texts[language])).toEqual(placeholders(message.texts.en));
      }
    },
  );

  it('inserts values and shows missing ones', () => {
    expect(render('blocked', 'en', { seconds: 7 })).toContain('7 seconds');
    expect(render('blocked', 'en')).toContain('{seconds}');
  });

  it('has no trailing space if there is nothing to append', () => {
    expect(render('tfaCodeWrong', 'en', { problem: emptyText })).toBe('Invalid code.');
    expect(
      render('tfaCodeWrong', 'he', {
        problem: { en: 'An old code.', he: 'קוד ישן.', ar: 'An old code.' },
      }),
    ).toBe('קוד שגוי. קוד ישן.');
  });
});
