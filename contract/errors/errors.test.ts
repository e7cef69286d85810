import { describe, expect, it } from 'vitest';
import { eachLanguage } from '../languages.ts';
import { oneOf, type Reason, untranslated, userError } from './errors.ts';
import { render } from './messages.ts';

const localizedMessage = { en: 'it is open.', he: 'הוא פתוח.', ar: 'it is open.' };
const errorText: string = 'connect ECONNREFUSED';

/**
 * Calls that the type checker must reject. If it accepted one, the expected error would be missing,
 * which is itself an error.
 */
export const invalidCalls = (name: string) => [
  // @ts-expect-error: a sentence in one language
  userError('inputInvalid', { problem: 'Give at least one.' }),
  // @ts-expect-error: a sentence that is put together
  userError('inputInvalid', { problem: `There is no ${name}.` }),
  // @ts-expect-error: a sentence in a language already chosen
  userError('inputInvalid', { problem: localizedMessage.en }),
  // @ts-expect-error: the same in a reason of several
  { name: 'inputInvalid', values: { problem: 'Give at least one.' } } satisfies Reason,
  // @ts-expect-error: words where a name belongs
  userError('networkFull', { network: 'the last network' }),
  // @ts-expect-error: a thing that has no name in Hebrew
  userError('notFound', { what: 'gadget', id: 'a' }),
  // @ts-expect-error: a sentence of our own is not told by anybody
  untranslated('It did not answer.'),
  // @ts-expect-error: nor one that is put together
  untranslated(`${name} did not answer.`),
];

describe('error messages', () => {
  it('are in the user’s language', () => {
    const [reason] = userError('datacenterNotReady', {
      datacenter: 'Haifa',
      problem: localizedMessage,
    }).reasons;
    expect(render('datacenterNotReady', 'he', reason?.values)).toContain('הוא פתוח.');
    expect(render('datacenterNotReady', 'en', reason?.values)).toContain('it is open.');
  });

  it('name the missing object and the missing right in each language', () => {
    const missing = userError('notFound', { what: 'price list', id: 'summer' }).reasons[0]?.values;
    expect(render('notFound', 'en', missing)).toBe('There is no price list summer.');
    expect(render('notFound', 'he', missing)).toBe('לא נמצא: מחירון summer.');
    const values = userError('rightMissing', { name: 'web-1', right: 'manage' }).reasons[0]?.values;
    expect(render('rightMissing', 'he', values)).toContain('ניהול');
  });

  it('quoted from external systems stay unchanged', () => {
    expect(untranslated(errorText)).toEqual({ en: errorText, he: errorText, ar: errorText });
  });

  it('can be stored as JSON, including old messages stored in one language', () => {
    const stored = JSON.parse(JSON.stringify({ problem: localizedMessage })) as {
      problem: typeof localizedMessage;
    };
    expect(render('inputInvalid', 'he', stored)).toBe('הוא פתוח.');
    expect(render('inputInvalid', 'he', { problem: 'It was kept.' } as never)).toBe('It was kept.');
  });

  it('format lists in each language', () => {
    expect(oneOf(['a', 'b'])).toEqual({
      en: 'Enter one of these values: a, b.',
      he: 'יש להזין אחד מהערכים האלה: a, b.',
      ar: 'Enter one of these values: a, b.',
    });
    expect(eachLanguage((language) => language)).toEqual({ en: 'en', he: 'he', ar: 'ar' });
  });
});
