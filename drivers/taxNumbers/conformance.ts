import { expect, it } from 'vitest';
import type { TaxNumberDriver } from './port.ts';

/**
 * A driver, numbers that are valid and invalid at its service, one without a response, and a way to
 * make the service unavailable.
 */
export interface TaxNumberService {
  driver: TaxNumberDriver;
  valid: string;
  invalid: string;
  silent: string;
  stop(): Promise<void>;
}

const asker = { country: 'DE', number: '123456789' };

/** What every driver of the port keeps. */
export function testTaxNumberPort(service: () => TaxNumberService): void {
  it('says what is valid and what is not, with the proof of having asked and the day', async () => {
    const { driver, valid, invalid } = service();
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(await driver.check({ country: 'FR', number: valid }, asker)).toEqual({
      ...{ isValid: true, requestId: expect.stringMatching(/./), name: '', answeredFor: day },
    });
    expect(await driver.check({ country: 'FR', number: invalid }, null)).toMatchObject({
      isValid: false,
      answeredFor: day,
    });
  });

  it('that is not answered is unknown, not invalid; so is one when the service is away', async () => {
    const { driver, silent, valid, stop } = service();
    await expect(driver.check({ country: 'FR', number: silent }, null)).rejects.toMatchObject({
      name: 'TaxNumberFailure',
    });
    await stop();
    await expect(driver.check({ country: 'FR', number: valid }, null)).rejects.toMatchObject({
      name: 'TaxNumberFailure',
    });
  });
}
