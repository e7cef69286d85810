import { describe, expect, it } from 'vitest';
import { checkBankAccount, checkTaxNumber, taxNumberProblem } from './taxNumbers.ts';

const check = (country: string, taxNumber: string) => checkTaxNumber({ country, taxNumber });

describe('a tax number', () => {
  it.each(['000000018', '123456782', '510000003'])('of Israel has a check digit: %s', (number) => {
    expect(check('IL', number)).toBe(number);
    const last = (Number(number.at(-1)) + 1) % 10;
    expect(() => check('IL', `${number.slice(0, 8)}${last}`)).toThrow('taxNumberInvalid');
  });

  it.each([
    ['IL', '000000000', 'zeros'],
    ['DE', 'DE000000000', 'zeros'],
    ['NO', 'NO000000000MVA', 'zeros'],
    ['DE', 'DE123456789', 'check digit'],
    ['GB', 'GB980780685', 'check digit'],
    ['GB', 'GB980780685001', 'check digit'],
    ['GB', 'GB98078068', '9 or 12 digits'],
    ['GB', 'none', '9 or 12 digits'],
  ])('of %s that is plainly none is refused: %s, because of its %s', (country, number, why) => {
    expect(taxNumberProblem(country, number)?.en).toContain(why);
    expect(() => check(country, number)).toThrow('taxNumberInvalid');
  });

  it('of Israel has nine digits', () => {
    expect(taxNumberProblem('IL', '12345678')?.en).toContain('nine digits');
    expect(taxNumberProblem('IL', '1234567A2')?.he).toContain('תשע');
  });

  it.each([
    ['DE', 'DE 123.456.788', 'DE123456788'],
    ['DE', '123456788', 'DE123456788'],
    ['DE', 'DE136695976', 'DE136695976'],
    ['GB', '980 7806 84', 'GB980780684'],
    ['GB', 'GB980780684001', 'GB980780684001'],
    ['GB', 'XI110305878', 'XI110305878'],
    ['GB', 'GBGD001', 'GBGD001'],
    ['GR', 'EL123456789', 'EL123456789'],
    ['NL', 'nl123456789b01', 'NL123456789B01'],
    ['AT', 'U12345678', 'ATU12345678'],
    ['FR', 'FRAB123456789', 'FRAB123456789'],
    ['IE', '1234567WA', 'IE1234567WA'],
  ])('of %s written %s is kept as %s', (country, given, kept) => expect(check(country, given)).toBe(kept));

  it.each([
    ['DE', '12345678'],
    ['GR', 'GR123456789'],
    ['NL', '123456789'],
    ['SE', '1234567890'],
    ['IT', 'ABC'],
  ])('of %s is refused as %s', (country, given) => expect(() => check(country, given)).toThrow('taxNumberInvalid'));

  it('of a country without known rules is kept as it is, and none is none', () => {
    expect(check('US', '12-3456789')).toBe('123456789');
    expect(check('IL', '')).toBe('');
  });
});

describe('a bank account', () => {
  it('that looks like an IBAN must be one', () => {
    expect(checkBankAccount('DE89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
    expect(() => checkBankAccount('DE88 3704 0044 0532 0130 00')).toThrow('ibanInvalid');
  });
  it('of another kind passes', () => expect(checkBankAccount('12-345-678901')).toBe('12-345-678901'));
});
