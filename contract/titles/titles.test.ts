import { expect, it } from 'vitest';
import { contract } from '../index.ts';
import { areas, operationTitle, operationTitles } from './index.ts';

it('every operation has a title in every language', () => {
  expect(Object.keys(contract).filter((operation) => !operationTitles.has(operation))).toEqual([]);
});

it('every title belongs to an operation, except those tasks write to the log', () => {
  expect(
    [...operationTitles.keys()].filter(
      (operation) => !(operation in contract || operation.includes('.')),
    ),
  ).toEqual([]);
});

it('the title of an operation is in one file, and Hebrew titles are in Hebrew', () => {
  const all = areas.flatMap((titles) => Object.keys(titles));
  expect(all.filter((operation, at) => all.indexOf(operation) !== at)).toEqual([]);
  for (const { en, he } of operationTitles.values()) {
    expect(en).toMatch(/^[A-Z][^\u0590-\u05ff]+[^.]$/);
    expect(he).toMatch(/^[\u0590-\u05ff][^A-Za-z]+[^.]$/);
  }
});

it('titles distinguish the same operations in both languages', () => {
  for (const language of ['en', 'he'] as const) {
    const titles = Object.keys(contract).map((operation) => operationTitle(operation, language));
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  }
});

it('an unknown operation is shown by its name', () => {
  expect(operationTitle('changePowerOf_many.servers', 'he')).toBe('Change power of many servers');
});
