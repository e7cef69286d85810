import { describe, expect, it } from 'vitest';
import { checkBankAccount, checkTaxNumber, taxNumberProblem } from './taxNumbers.ts';

const check = (country: string, taxNumber: string) => checkTaxNumber({ country, taxNumber });

describe('a tax number', () => {
  it.each(['000000018', '123456782', '510000003'])(
    'of Israel must have a valid check digit: %s',
    (number) => {
      expect(check('IL', number)).toBe(number);
      const last = (Number(number.at(-1)) + 1) % 10;
      expect(() => check('IL', `${number.slice(0, 8)}${last}`)).toThrow('taxNumberInvalid');
    },
  );

  it.each([
    ['IL', '000000000', 'zeros'],
    ['DE', 'DE000000000', 'zeros'],
    ['NO', 'NO000000000MVA', 'zeros'],
    ['DE', 'DE123456789', 'check digit'],
    ['GB', 'GB980780685', 'check digit'],
    ['GB', 'GB980780685001', 'check digit'],
    ['GB', 'GB98078068', '9 or 12 digits'],
    ['GB', 'none', '9 or 12 digits'],
  ])(
    'of %s that is clearly invalid is rejected: %s, because of its %s',
    (country, number, part) => {
      expect(taxNumberProblem(country, number)?.en).toContain(part);
      expect(() => check(country, number)).toThrow('taxNumberInvalid');
    },
  );

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
  ])('of %s written %s is saved as %s', (country, input, expected) =>
    expect(check(country, input)).toBe(expected),
  );

  it.each([
    ['DE', '12345678'],
    ['GR', 'GR123456789'],
    ['NL', '123456789'],
    ['SE', '1234567890'],
    ['IT', 'ABC'],
  ])('of %s is rejected as %s', (country, input) =>
    expect(() => check(country, input)).toThrow('taxNumberInvalid'),
  );

  it('of a country without known rules has at least five letters or digits, and is optional', () => {
    expect(check('IS', '12-34.5')).toBe('12345');
    expect(check('IL', '')).toBe('');
    expect(taxNumberProblem('IS', '12AB')?.en).toContain('at least five');
    expect(taxNumberProblem('IS', '00000')?.en).toContain('zeros');
  });

  it.each([
    ['NO', 'NO 123 456 785 MVA', 'NO123456785MVA'],
    ['NO', '123456785', '123456785'],
    ['CH', 'CHE-123.456.788 MWST', 'CHE123456788MWST'],
    ['TR', '1234567890', '1234567890'],
    ['TR', '10000000146', '10000000146'],
    ['UA', '32855961', '32855961'],
    ['UA', '00032129', '00032129'],
    ['UA', '1759013776', '1759013776'],
    ['UA', '328559626100', '328559626100'],
    ['US', '12-3456789', '123456789'],
    ['CA', '12345 6782 RT 0001', '123456782RT0001'],
    ['BR', '11.222.333/0001-81', '11222333000181'],
    ['BR', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['BR', '111.444.777-35', '11144477735'],
    ['MX', 'ABC 680524 P76', 'ABC680524P76'],
    ['MX', 'ÑOÑO680524P76', 'ÑOÑO680524P76'],
    ['AU', '51 824 753 556', '51824753556'],
    ['NZ', '49-091-850', '49091850'],
    ['NZ', '136-410-132', '136410132'],
    ['IN', '27AAPFU0939F1ZV', '27AAPFU0939F1ZV'],
    ['JP', '5835678256246', '5835678256246'],
    ['JP', 'T1234567890123', 'T1234567890123'],
    ['SG', '201234567K', '201234567K'],
    ['SG', 'M2-1234567-K', 'M21234567K'],
    ['SG', 'T08GB0001A', 'T08GB0001A'],
    ['ZA', '4123456789', '4123456789'],
    ['AE', '100-1234-5678-9012', '100123456789012'],
  ])('of %s written %s is valid and saved as %s', (country, input, expected) =>
    expect(check(country, input)).toBe(expected),
  );

  it.each([
    ['NO', 'NO12', 'nine digits'],
    ['NO', 'NO123456784MVA', 'check digit'],
    ['CH', '123456788', 'CHE'],
    ['CH', 'CHE123456789', 'check digit'],
    ['TR', '123456789', '10 digits'],
    ['TR', '1234567891', 'check digit'],
    ['TR', '10000000147', 'check digit'],
    ['UA', '123456789', '8 digits'],
    ['UA', '32855962', 'check digit'],
    ['UA', '1759013777', 'check digit'],
    ['US', '12-345678', 'nine digits'],
    ['US', '00-1234567', 'nine digits'],
    ['CA', '123456783', 'check digit'],
    ['CA', '123456782RT1', 'nine digits'],
    ['BR', '11222333000182', 'check digit'],
    ['BR', '11111111111', 'check digit'],
    ['BR', '1122233300018', '14 characters'],
    ['MX', 'ABC681324P76', 'RFC'],
    ['AU', '51824753557', 'check digit'],
    ['AU', '5182475355', '11 digits'],
    ['NZ', '49091851', 'check digit'],
    ['NZ', '9125568', '8 or 9'],
    ['IN', '27AAPFU0939F1ZW', 'check digit'],
    ['IN', '27AAPFU0939F1', '15 characters'],
    ['JP', '4835678256246', 'check digit'],
    ['JP', '583567825624', '13 digits'],
    ['SG', '12345', 'UEN'],
    ['ZA', '5123456789', '10 digits'],
    ['AE', '200123456789012', 'starts with 1'],
  ])('of %s that is invalid is rejected: %s, because of its %s', (country, number, part) => {
    expect(taxNumberProblem(country, number.replace(/-/g, ''))?.en).toContain(part);
    expect(() => check(country, number)).toThrow('taxNumberInvalid');
  });
});

describe('a bank account', () => {
  it('that looks like an IBAN must be valid', () => {
    expect(checkBankAccount('DE89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
    expect(() => checkBankAccount('DE88 3704 0044 0532 0130 00')).toThrow('ibanInvalid');
  });
  it('in another format is accepted', () =>
    expect(checkBankAccount('12-345-678901')).toBe('12-345-678901'));
});
