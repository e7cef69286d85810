import { expect, it } from 'vitest';
import type { TaxNumberDriver } from './port.ts';

/**
 * A driver, valid and invalid numbers of its service, one without a response, and a way to make the
 * service unavailable.
 */
export interface TaxNumberService {
  driver: TaxNumberDriver;
  valid: string;
  invalid: string;
  silent: string;
  stop(): Promise<void>;
}

const requester = { country: 'DE', number: '123456789' };

/** Rules for every driver of the port. */
export function testTaxNumberPort(service: () => TaxNumberService): void {
  it('distinguishes valid from invalid numbers, and returns the proof and date of the check', async () => {
    const { driver, valid, invalid } = service();
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(await driver.check({ country: 'FR', number: valid }, requester)).toEqual({
      ...{ isValid: true, requestId: expect.stringMatching(/./), name: '', answeredFor: day },
    });
    expect(await driver.check({ country: 'FR', number: invalid }, null)).toMatchObject({
      isValid: false,
      answeredFor: day,
    });
  });

  it('reports a number as unknown rather than invalid when there is no response or the service is unavailable', async () => {
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
