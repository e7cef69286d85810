import { describe, expect, it } from 'vitest';
import { encodeInstruction, GuacamoleError, InstructionReader } from './guacamole.ts';

const readAll = (chunks: readonly string[]) => {
  const reader = new InstructionReader(1000);
  return chunks.flatMap((chunk) => reader.read(chunk)).map(({ instruction }) => instruction);
};

describe('the Guacamole protocol', () => {
  it('writes lengths in characters', () => {
    expect(encodeInstruction(['key', '65307', '1'])).toBe('3.key,5.65307,1.1;');
    expect(encodeInstruction(['name', '', 'שלום', '😀'])).toBe('4.name,0.,4.שלום,1.😀;');
  });

  it.each([1, 2, 3, 5, 100])('parses input correctly in chunks of %i characters', (size) => {
    const source = `${encodeInstruction(['args', 'VERSION_1_3_0', 'a;b,c.d', '😀x'])}${encodeInstruction(['sync', '12'])}`;
    const chunks = source.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    expect(readAll(chunks)).toEqual([
      ['args', 'VERSION_1_3_0', 'a;b,c.d', '😀x'],
      ['sync', '12'],
    ]);
  });

  it.each(['x.sync;', '.sync;', '4.sync!', '-1.a;', `4.sync,${'9'.repeat(9)}.`])(
    'rejects %s',
    (source) => {
      expect(() => readAll([source])).toThrow(GuacamoleError);
    },
  );

  it('doesn’t buffer endless instructions', () => {
    expect(() => readAll([`2000.${'a'.repeat(1500)}`])).toThrow('too long');
  });
});
