import { expect, it } from 'vitest';
import type { SmsDriver } from './port.ts';
import type { SmsVendor } from './testing/vendor.ts';

export interface SmsCarrier {
  driver: SmsDriver;
  vendor: SmsVendor;
  /** Reads the phone number and text from a request that the vendor received. */
  read(asked: SmsVendor['asked'][number]): { phone: string; text: string };
}

/** Characters that could break out of a form, a JSON string or a URL. */
const oddText = 'קוד 123456 & "quoted" {phone} %20 \\ +1 <b>\nsecond line 🙂';

/** Rules for every driver of the port. */
export function testSmsPort(carrier: () => SmsCarrier): void {
  it('sends a message once, character for character', async () => {
    const { driver, vendor, read } = carrier();
    const before = vendor.asked.length;
    await driver.send({ phone: '+972501234567', text: oddText });
    expect(vendor.asked.slice(before).map(read)).toEqual([
      { phone: '+972501234567', text: oddText },
    ]);
  });

  it.each([
    [500, false],
    [503, false],
    [429, false],
    [401, false],
    [400, true],
    [404, true],
    [302, false],
  ])('a response %i: permanent is %s', async (status, isPermanent) => {
    const { driver, vendor } = carrier();
    const originalAnswer = vendor.answer;
    vendor.answer = () => ({ status, body: '{"message":"because"}' });
    await expect(driver.send({ phone: '+972501234567', text: 'x' })).rejects.toMatchObject({
      name: 'SmsFailure',
      isPermanent,
    });
    vendor.answer = originalAnswer;
  });

  it('reports an unreachable provider as a temporary failure', async () => {
    const { driver, vendor } = carrier();
    await vendor.stop();
    await expect(driver.send({ phone: '+972501234567', text: 'x' })).rejects.toMatchObject({
      name: 'SmsFailure',
      isPermanent: false,
    });
  });
}
