import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AccountingDriver, HandOver } from './port.ts';
import type { Rudeness } from './testing/finansit.ts';

/** A driver with the service it exports to. */
export interface Bookkeeper {
  driver: AccountingDriver;
  /** The same with a secret that the service does not take. */
  wrongSecret: AccountingDriver;
  /** The same where no such service is. */
  elsewhere: AccountingDriver;
  /** What the service keeps, by the keys. */
  kept(): ReadonlyMap<string, { payload: string }>;
  rude(how: Rudeness): void;
  refuse(refusal: { code: string; text: string } | null): void;
}

/** Odd enough to show whether it arrives to the letter. */
export function oddDocument(): HandOver {
  const key = randomUUID();
  const payload = `{ "idempotencyKey":"${key}","documentNumber" : "INV-1", "reason": "שלום \\u0000 \\" 🙂", "total":"1.10" }`;
  return { key, payload };
}

/** What every driver of accounting keeps, at a service that is rude now and then. */
export function testAccountingPort(keeper: () => Bookkeeper): void {
  it('hands a document over to the letter, once, and says what became of it', async () => {
    const document = oddDocument();
    const receipt = await keeper().driver.handOver(document);
    expect(receipt).toMatchObject({
      resultCode: '0',
      text: 'Taken: INV-1',
      reference: expect.stringMatching(/./),
    });
    expect(new URL(receipt.documentLink).protocol).toMatch(/^https?:$/);
    expect(keeper().kept().get(document.key)?.payload).toBe(document.payload);
    expect(await keeper().driver.handOver(document)).toEqual(receipt);
  });

  it.each<Rudeness>(['failsBefore', 'dropsAfter', 'failsAfter', 'slowDown', 'nonsense'])(
    'says that it is away when the service %s, and has handed it over once afterwards',
    async (how) => {
      const document = oddDocument();
      const before = keeper().kept().size;
      keeper().rude(how);
      await expect(keeper().driver.handOver(document)).rejects.toMatchObject({
        name: 'AccountingFailure',
        kind: 'away',
      });
      await keeper().driver.handOver(document);
      expect(keeper().kept().size).toBe(before + 1);
    },
  );

  it('tells a refusal in the words of the service; what was refused may come again with the same key', async () => {
    const { key, payload } = oddDocument();
    keeper().refuse({ code: 'E17', text: 'No such\n customer' });
    await expect(keeper().driver.handOver({ key, payload })).rejects.toMatchObject({
      kind: 'refused',
      resultCode: 'E17',
      message: expect.stringContaining('No such customer'),
    });
    keeper().refuse(null);
    const mended = payload.replace('1.10', '1.20');
    await keeper().driver.handOver({ key, payload: mended });
    expect(keeper().kept().get(key)?.payload).toBe(mended);
    await expect(keeper().driver.handOver({ key, payload })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('says when its secret is not taken, without telling it', async () => {
    await keeper().driver.check();
    for (const failing of [
      keeper().wrongSecret.check(),
      keeper().wrongSecret.handOver(oddDocument()),
    ])
      await expect(failing).rejects.toMatchObject({
        kind: 'credentials',
        message: expect.not.stringMatching(/wrong/),
      });
  });

  it('says when no such service is there, and goes nowhere it is sent', async () => {
    await expect(keeper().elsewhere.check()).rejects.toMatchObject({ kind: 'address' });
    keeper().rude('sendsElsewhere');
    await expect(keeper().driver.handOver(oddDocument())).rejects.toMatchObject({
      kind: 'address',
    });
  });
}
