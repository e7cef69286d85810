import { describe, expect, it } from 'vitest';
import { describeDriverError, ownWords, say, whyUnreachable } from './words.ts';

const failing = (code: string) =>
  Object.assign(new Error(`connect ${code} 192.0.2.1:443`), { code });

describe('a driver error message', () => {
  it.each([
    [say('payerAgain'), '‏PayPal דורש שוב את אישור המשלם.'],
    [
      say('noSuchAnswer', { status: 204 }),
      'השירות ענה בסטטוס 204, שאינו תשובה תקינה של שירות הנהלת חשבונות.',
    ],
    [
      say('unreachable', {
        host: 'books.example.com',
        detail: whyUnreachable(failing('ECONNREFUSED')),
      }),
      'לא ניתן להתחבר אל books.example.com. החיבור נדחה.',
    ],
    [
      say('unreachable', { host: 'books.example.com', detail: say('tooLong') }),
      'לא ניתן להתחבר אל books.example.com. התשובה ארוכה מדי.',
    ],
    [say('digitsNeeded', { number: '' }), 'המספר "" יכול להכיל ספרות בלבד.'],
  ])('is a sentence of its own in the language of the reader: %s', (told, he) => {
    expect(describeDriverError(told)).toMatchObject({ en: told, he });
    expect(`${describeDriverError(told).en}${he}`).not.toMatch(/[{}]/);
  });

  it('is translated from the marker stored in its place', () => {
    expect(say('disputed')).toBe('disputed');
    expect(describeDriverError(say('disputed'))).toMatchObject({
      en: 'The payer disputed a payment made with this method.',
      he: 'נפתחה מחלוקת על תשלום באמצעי תשלום זה.',
    });
  });

  it('is isolated left to right, also in Hebrew, if it is text from the other side', () => {
    const told = 'E17: The customer is not known.';
    expect(ownWords(told)).toBeNull();
    expect(describeDriverError(told)).toMatchObject({
      en: `“${told}”`,
      he: `"\u2066${told}\u2069"`,
    });
    expect(describeDriverError('הבקשה לא אושרה').he).toBe('"הבקשה לא אושרה"');
    const strange = say('unreachable', {
      host: 'books.example.com',
      detail: whyUnreachable(failing('EPROTO')),
    });
    expect(describeDriverError(strange).he).toBe(
      'לא ניתן להתחבר אל books.example.com. "\u2066connect EPROTO 192.0.2.1:443\u2069"',
    );
  });

  it('is empty if the message is empty', () => {
    expect(describeDriverError('')).toEqual({ en: '', he: '', ar: '' });
  });
});
