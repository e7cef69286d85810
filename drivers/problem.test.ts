import { describe, expect, it } from 'vitest';
import {
  DriverError,
  describeProblem,
  describeStored,
  parseProblem,
  plainStored,
  problem,
  sentence,
  statusProblem,
  storedProblem,
  unreachable,
  vendorProblem,
} from './problem.ts';

const failing = (code: string) =>
  Object.assign(new Error(`connect ${code} 192.0.2.1:443`), { code });
const books = 'books.example.com';

describe('a problem with a vendor', () => {
  it.each([
    [
      problem('payerAgain'),
      'PayPal requires the payer’s approval again.',
      '‏PayPal דורש שוב את אישור המשלם.',
    ],
    [
      problem('noSuchAnswer', { status: 204 }),
      'The service returned status 204, which isn’t a valid accounting response.',
      'השירות ענה בסטטוס 204, שאינו תשובה תקינה של שירות הנהלת חשבונות.',
    ],
    [
      unreachable(books, failing('ECONNREFUSED')),
      'books.example.com can’t be reached. The connection was refused.',
      'לא ניתן להתחבר אל books.example.com. החיבור נדחה.',
    ],
    [
      unreachable(books, new DriverError(problem('tooLong'))),
      'books.example.com can’t be reached. The response is too long.',
      'לא ניתן להתחבר אל books.example.com. התשובה ארוכה מדי.',
    ],
    [
      problem('digitsNeeded', { number: '' }),
      'The number “” must contain digits only.',
      'המספר "" חייב להכיל ספרות בלבד.',
    ],
    [
      statusProblem(503, ''),
      'The service returned status 503 without a reason.',
      'השירות ענה בסטטוס 503 ללא סיבה.',
    ],
  ])('is described in every language, also after it was stored: %j', (found, en, he) => {
    expect(describeProblem(found)).toMatchObject({ en, he });
    expect(describeStored(storedProblem(found))).toMatchObject({ en, he });
    expect(new DriverError(found).message).toBe(en);
  });

  it('quotes the vendor’s text left to right, also in Hebrew', () => {
    expect(describeProblem(vendorProblem('E17', 'The customer is not known.'))).toMatchObject({
      en: '“E17: The customer is not known.”',
      he: '"\u2066E17: The customer is not known.\u2069"',
    });
    expect(describeProblem(vendorProblem('הבקשה לא אושרה')).he).toBe('"הבקשה לא אושרה"');
    expect(describeProblem(statusProblem('400 (21211)', 'Invalid number'))).toMatchObject({
      en: 'The service returned status 400 (21211): “Invalid number”',
      he: 'השירות ענה בסטטוס 400 (21211): "\u2066Invalid number\u2069"',
    });
    expect(describeProblem(unreachable(books, failing('EPROTO'))).he).toBe(
      'לא ניתן להתחבר אל books.example.com. "\u2066connect EPROTO 192.0.2.1:443\u2069"',
    );
  });

  it('keeps one short line of the vendor’s text', () => {
    expect(vendorProblem(' a\n\tb', '', 'c ')).toEqual({ code: 'vendor', vendorText: 'a b: c' });
    expect(vendorProblem('', ' \n')).toBeNull();
    expect(vendorProblem('x'.repeat(9999))?.vendorText).toHaveLength(500);
  });

  it('keeps a portal message in every language', () => {
    const text = { en: 'Too late.', he: 'מאוחר מדי.', ar: '' };
    expect(describeStored(storedProblem(sentence(text)))).toEqual(text);
  });

  it('is empty without a problem', () => {
    expect(storedProblem(null)).toBe('');
    expect(parseProblem('')).toBeNull();
    expect(describeStored('')).toEqual({ en: '', he: '', ar: '' });
    expect(plainStored('', 'en')).toBe('');
  });

  it.each(['No such customer', '{"code":"E17"}', '{"code":', '{"code":"__proto__"}'])(
    'is attributed to the vendor if the portal didn’t store it: %s',
    (stored) => {
      expect(parseProblem(stored)).toEqual({ code: 'vendor', vendorText: stored });
      expect(plainStored(stored, 'he')).toBe(stored);
    },
  );
});
