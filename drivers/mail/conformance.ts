import { expect, it } from 'vitest';
import type { MailDriver, MailMessage } from './port.ts';

/** A mail service under test: its accepted messages, and a way to make it reject some. */
export interface MailCarrier {
  driver: MailDriver;
  /** The received message, exactly as sent. */
  taken(): readonly { to: string[]; raw: string }[];
  /**
   * Determines the response to the next message. `later`: rejected temporarily. `never`: rejected
   * permanently. `copies`: accepted, except for the copies.
   */
  answerNext(answer: 'later' | 'never' | 'copies'): void;
  stop(): Promise<void>;
}

export const sampleMessage: MailMessage = {
  from: { name: 'Example Cloud', address: 'no-reply@example.test' },
  to: 'dana@example.test',
  copies: [],
  subject: 'Hello',
  text: 'Hello Dana',
  html: '<p>Hello Dana</p>',
  messageId: '<5c1d@example.test>',
  pictures: [],
  attachments: [],
};

/** Rules for every driver of the port. */
export function testMailPort(carrier: () => MailCarrier): void {
  it('delivers a message once to all recipients', async () => {
    const before = carrier().taken().length;
    const receipt = await carrier().driver.send({
      ...sampleMessage,
      copies: ['copy@example.test'],
    });
    expect(receipt.refused).toEqual([]);
    const received = carrier().taken().slice(before);
    expect(received).toHaveLength(1);
    expect(received[0]?.to.sort()).toEqual(['copy@example.test', 'dana@example.test']);
  });

  it('sends attachments unchanged under their names', async () => {
    const content = Buffer.from([0, 255, 13, 10, 46, 13, 10, 128]);
    const before = carrier().taken().length;
    const attachments = [{ name: 'INV-1.pdf', type: 'application/pdf', content }];
    await carrier().driver.send({ ...sampleMessage, attachments });
    const raw = carrier().taken()[before]?.raw ?? '';
    expect(raw).toMatch(/content-disposition: attachment; filename=INV-1\.pdf/i);
    expect(raw).toContain(content.toString('base64'));
  });

  it('distinguishes temporary from permanent failures', async () => {
    carrier().answerNext('later');
    await expect(carrier().driver.send(sampleMessage)).rejects.toMatchObject({
      name: 'MailFailure',
      isPermanent: false,
    });
    carrier().answerNext('never');
    await expect(carrier().driver.send(sampleMessage)).rejects.toMatchObject({
      name: 'MailFailure',
      isPermanent: true,
    });
    await carrier().driver.send(sampleMessage);
  });

  it('lists rejected copies of an accepted message', async () => {
    carrier().answerNext('copies');
    const receipt = await carrier().driver.send({
      ...sampleMessage,
      copies: ['copy@example.test'],
    });
    expect(receipt.refused).toEqual(['copy@example.test']);
  });

  it('prevents header and recipient injection', async () => {
    const before = carrier().taken().length;
    const evil = 'Hi\r\nBcc: thief@example.test\r\n\r\nbody';
    await carrier()
      .driver.send({
        ...sampleMessage,
        subject: evil,
        from: { name: evil, address: 'no-reply@example.test' },
      })
      .catch(() => {});
    const received = carrier().taken().slice(before);
    for (const { to, raw } of received) {
      expect(to).toEqual(['dana@example.test']);
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    }
  });

  it('fails temporarily when the service is unreachable', async () => {
    await carrier().stop();
    await expect(carrier().driver.check()).rejects.toMatchObject({
      name: 'MailFailure',
      isPermanent: false,
    });
    await expect(carrier().driver.send(sampleMessage)).rejects.toMatchObject({
      name: 'MailFailure',
      isPermanent: false,
    });
  });
}
