import { expect, it } from 'vitest';
import { contract } from '../index.ts';
import { areas, operationTitle, operationTitles } from './index.ts';

it('every operation is called something in every language', () => {
  expect(Object.keys(contract).filter((operation) => !operationTitles.has(operation))).toEqual([]);
});

it('nothing is called that is no operation, but for what tasks write to the log', () => {
  expect([...operationTitles.keys()].filter((operation) => !(operation in contract || operation.includes('.')))).toEqual([]);
});

it('an operation stands in one file, and Hebrew is Hebrew', () => {
  const all = areas.flatMap((titles) => Object.keys(titles));
  expect(all.filter((operation, at) => all.indexOf(operation) !== at)).toEqual([]);
  for (const { en, he } of operationTitles.values()) {
    expect(en).toMatch(/^[A-Z][^\u0590-\u05ff]+[^.]$/);
    expect(he).toMatch(/^[\u0590-\u05ff][^A-Za-z]+[^.]$/);
  }
});

it('the two languages tell two operations apart', () => {
  for (const language of ['en', 'he'] as const) {
    const titles = Object.keys(contract).map((operation) => operationTitle(operation, language));
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  }
});

it('what is not known is told by its name', () => {
  expect(operationTitle('changePowerOf_many.servers', 'he')).toBe('Change power of many servers');
});
