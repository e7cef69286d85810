import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { openFaces, unprintableLetters } from '../pdf/fontFaces.ts';
import { isKnownPrintable } from './isKnownPrintable.ts';
import { unprintableIn } from './unprintable.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 30_000);
afterAll(() => app.close());

describe('unprintable letters', () => {
  it('are reported over HTTP for form text, but not for text in supported scripts', async () => {
    const client = await app.signInAs('user');
    const check = async (text: string) =>
      (await client.post<{ characters: string[] }>('/billing/printable', { text })).body;
    expect(await check('Rocket 🚀🚀 ꦗꦮ Ltd')).toEqual({ characters: ['🚀', 'ꦗ', 'ꦮ'] });
    expect(await check('株式会社 한국어 บริษัท น้ำ हिन्दी شركة שלום Ελλάδα Привет Łódź')).toEqual({
      characters: [],
    });
  });

  it('are found in every text of a value, each only once', async () => {
    expect(
      await unprintableIn({ name: '🚀 Ltd', lines: [{ title: 'Fuel 🛢🚀' }], count: 3, note: null }),
    ).toEqual(['🚀', '🛢']);
  });

  it('exclude letters known to be printable without checking the fonts', async () => {
    const faces = await openFaces();
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      isKnownPrintable,
    );
    expect(all.length).toBeGreaterThan(700);
    expect(unprintableLetters(all.join(' '), faces)).toEqual([]);
  });
});
