import { describe, expect, it } from 'vitest';
import { listQueryOf, nextSearch, readListState } from './listState.ts';

describe('list state in the URL', () => {
  it('uses valid values and defaults for the rest', () => {
    expect(
      readListState(
        { size: '25', filter: 'web', sorting: '-name', power: 'on', other: 'x' },
        ['power'],
        10,
      ),
    ).toEqual({
      filter: 'web',
      size: 25,
      sorting: '-name',
      start: '',
      filters: { power: 'on' },
    });
    expect(readListState({ size: '7' }, [], 50).size).toBe(50);
    expect(readListState({ size: '0' }, [], 50).size).toBe(0);
  });

  it('returns to the first page when a filter changes, and keeps the rest', () => {
    expect(nextSearch({ start: 'abc', size: '25', tab: 'bin' }, { filter: 'db' })).toEqual({
      filter: 'db',
      size: '25',
      tab: 'bin',
    });
    expect(nextSearch({ filter: 'db' }, { start: 'next' })).toEqual({
      filter: 'db',
      start: 'next',
    });
    expect(
      nextSearch({ filter: 'db', power: 'on' }, { filter: '', filters: { power: '' } }),
    ).toEqual({});
  });

  it('becomes the query of the call', () => {
    expect(
      listQueryOf({ filter: '', size: 10, sorting: 'name', start: '', filters: { power: 'on' } }),
    ).toEqual({
      size: '10',
      sorting: 'name',
      power: 'on',
    });
  });
});
