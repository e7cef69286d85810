import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AccountingDriver, DocumentExport } from './port.ts';
import type { Misbehavior } from './testing/finansit.ts';

/** A driver and the service it exports to. */
export interface Bookkeeper {
  driver: AccountingDriver;
  /** The same driver with a secret that the service rejects. */
  wrongSecret: AccountingDriver;
  /** The same driver with a URL where no such service exists. */
  elsewhere: AccountingDriver;
  /** The documents stored by the service, by document key. */
  kept(): ReadonlyMap<string, { payload: string }>;
  rude(how: Misbehavior): void;
  refuse(refusal: { code: string; text: string } | null): void;
}

/** A document with unusual characters and spacing, to show whether it arrives byte for byte. */
export function unusualDocument(): DocumentExport {
  const key = randomUUID();
  const payload = `{ "idempotencyKey":"${key}","documentNumber" : "INV-1", "reason": "שלום \\u0000 \\" 🙂", "total":"1.10" }`;
  return { key, payload };
}

/** Rules for every accounting driver, tested against a service that occasionally misbehaves. */
export function testAccountingPort(bookkeeper: () => Bookkeeper): void {
  it('exports a document once, byte for byte, and returns the receipt', async () => {
    const document = unusualDocument();
    const receipt = await bookkeeper().driver.handOver(document);
    expect(receipt).toMatchObject({
      resultCode: '0',
      text: 'Taken: INV-1',
      reference: expect.stringMatching(/./),
    });
    expect(new URL(receipt.documentLink).protocol).toMatch(/^https?:$/);
    expect(bookkeeper().kept().get(document.key)?.payload).toBe(document.payload);
    expect(await bookkeeper().driver.handOver(document)).toEqual(receipt);
  });

  it.each<Misbehavior>(['failsBefore', 'dropsAfter', 'failsAfter', 'slowDown', 'nonsense'])(
    'throws `away` when the service %s, and stores the document exactly once after a retry',
    async (failure) => {
      const document = unusualDocument();
      const before = bookkeeper().kept().size;
      bookkeeper().rude(failure);
      await expect(bookkeeper().driver.handOver(document)).rejects.toMatchObject({
        name: 'AccountingFailure',
        kind: 'away',
      });
      await bookkeeper().driver.handOver(document);
      expect(bookkeeper().kept().size).toBe(before + 1);
    },
  );

  it("reports a rejection in the service's own words, and can export a rejected document again with the same key", async () => {
    const { key, payload } = unusualDocument();
    bookkeeper().refuse({ code: 'E17', text: 'No such\n customer' });
    await expect(bookkeeper().driver.handOver({ key, payload })).rejects.toMatchObject({
      kind: 'refused',
      resultCode: 'E17',
      message: expect.stringContaining('No such customer'),
    });
    bookkeeper().refuse(null);
    const changedPayload = payload.replace('1.10', '1.20');
    await bookkeeper().driver.handOver({ key, payload: changedPayload });
    expect(bookkeeper().kept().get(key)?.payload).toBe(changedPayload);
    await expect(bookkeeper().driver.handOver({ key, payload })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('reports a rejected secret without revealing it', async () => {
    await bookkeeper().driver.check();
    for (const failing of [
      bookkeeper().wrongSecret.check(),
      bookkeeper().wrongSecret.handOver(unusualDocument()),
    ])
      await expect(failing).rejects.toMatchObject({
        kind: 'credentials',
        message: expect.not.stringMatching(/wrong/),
      });
  });

  it('reports when no such service exists at the URL, and follows no redirects', async () => {
    await expect(bookkeeper().elsewhere.check()).rejects.toMatchObject({ kind: 'address' });
    bookkeeper().rude('sendsElsewhere');
    await expect(bookkeeper().driver.handOver(unusualDocument())).rejects.toMatchObject({
      kind: 'address',
    });
  });
}
