import { afterAll, beforeAll, expect, it } from 'vitest';
import { testTaxNumberPort } from './conformance.ts';
import { ViesFake } from './testing/vies.ts';
import { viesDriver } from './vies.ts';

const vies = new ViesFake();
const driver = () => viesDriver({ baseAddress: `${vies.origin}/`, now: () => new Date() });
beforeAll(async () => void (await vies.start()));
afterAll(() => vies.stop());

it('sends the documented request, and reads the name unless the country hides it', async () => {
  vies.valid.set('999', ' Example SARL ');
  const answer = await driver().check(
    { country: 'EL', number: '999' },
    { country: 'XI', number: '110305878' },
  );
  expect(vies.asked.at(-1)).toEqual({
    ...{
      countryCode: 'EL',
      vatNumber: '999',
      requesterMemberStateCode: 'XI',
      requesterNumber: '110305878',
    },
  });
  expect(answer).toEqual({
    isValid: true,
    requestId: 'WAPI1',
    name: 'Example SARL',
    answeredFor: '2026-03-01',
  });
});

it.each(['201', '300', '301', '302', '400', '401', '600'])(
  'returns unknown for the test number %s, with the reason',
  async (number) => {
    await expect(driver().check({ country: 'FR', number }, null)).rejects.toThrow(
      vies.failing.get(number) ?? '',
    );
  },
);

testTaxNumberPort(() => ({
  driver: driver(),
  valid: '100',
  invalid: '200',
  silent: '301',
  stop: () => vies.stop(),
}));
