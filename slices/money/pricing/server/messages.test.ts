import { expect, it } from 'vitest';
import { languages } from '../../../../contract/languages.ts';
import { units } from './defaultPrices.ts';
import { unitAfter } from './messages.ts';

it.each([
  ['1', 'core', 'ליבה'],
  ['2', 'cores', 'ליבות'],
  ['4', 'cores', 'ליבות'],
  ['11', 'cores', 'ליבות'],
  ['0', 'cores', 'ליבות'],
  // Hebrew uses the singular for quantities below one.
  ['0.5', 'cores', 'ליבה'],
  ['1.5', 'cores', 'ליבות'],
])('%s is displayed as %s, in Hebrew %s', (quantity, en, he) => {
  expect(unitAfter(quantity, units.core, 'en')).toBe(en);
  expect(unitAfter(quantity, units.core, 'he')).toBe(he);
});

it('every unit of the portal except GB has a plural form in every language', () => {
  for (const [name, unit] of Object.entries(units))
    for (const language of languages) {
      const many = unitAfter('7', unit, language);
      if (name === 'gigabyte') expect(many).toBe('GB');
      else expect(many, `${name} in ${language}`).not.toBe(unit[language]);
      expect(unitAfter('1', unit, language)).toBe(unit[language]);
    }
});

it('a custom unit of a seller is written as entered', () => {
  expect(unitAfter('7', { en: 'seat', he: 'מושב', ar: 'seat' }, 'en')).toBe('seat');
  expect(unitAfter('7', { en: 'seat', he: 'מושב', ar: 'seat' }, 'he')).toBe('מושב');
});
