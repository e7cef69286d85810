import { describe, expect, it } from 'vitest';
import { code } from './codes.ts';
import { nothing } from './errors.ts';
import { languages } from './languages.ts';
import { messages, render } from './messages.ts';

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).sort();

describe('the catalogue of codes', () => {
  it('has one number a code', () => {
    const numbers = Object.values(code);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(Object.entries(messages))('%s says the same in every language, with the same placeholders', (_name, message) => {
    for (const language of languages) {
      expect(message.texts[language]).not.toBe('');
      expect(placeholders(message.texts[language])).toEqual(placeholders(message.texts.en));
    }
  });

  it('fills in values and leaves what is missing visible', () => {
    expect(render('blocked', 'en', { seconds: 7 })).toContain('7 seconds');
    expect(render('blocked', 'en')).toContain('{seconds}');
  });

  it('ends without a space where there is nothing to add', () => {
    expect(render('tfaCodeWrong', 'en', { problem: nothing })).toBe('Invalid code.');
    expect(render('tfaCodeWrong', 'he', { problem: { en: 'An old code.', he: 'קוד ישן.' } })).toBe('קוד שגוי. קוד ישן.');
  });
});
