import { expect, it } from 'vitest';
import type { MailDriver, MailMessage } from './port.ts';

/** A carrier of mails as it is from outside: what it took, and how to make it say no. */
export interface MailCarrier {
  driver: MailDriver;
  /** The received message, exactly as sent. */
  taken(): readonly { to: string[]; raw: string }[];
  /**
   * The next message is answered with this. `later`: not now. `never`: not at all. `copies`: taken,
   * but for the copies.
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

/** What every driver of the port keeps. */
export function testMailPort(carrier: () => MailCarrier): void {
  it('hands a message over, once, to everybody it is for', async () => {
    const before = carrier().taken().length;
    const receipt = await carrier().driver.send({
      ...sampleMessage,
      copies: ['copy@example.test'],
    });
    expect(receipt.refused).toEqual([]);
    const taken = carrier().taken().slice(before);
    expect(taken).toHaveLength(1);
    expect(taken[0]?.to.sort()).toEqual(['copy@example.test', 'dana@example.test']);
  });

  it('carries files as they are, under their names', async () => {
    const content = Buffer.from([0, 255, 13, 10, 46, 13, 10, 128]);
    const before = carrier().taken().length;
    const attachments = [{ name: 'INV-1.pdf', type: 'application/pdf', content }];
    await carrier().driver.send({ ...sampleMessage, attachments });
    const raw = carrier().taken()[before]?.raw ?? '';
    expect(raw).toMatch(/content-disposition: attachment; filename=INV-1\.pdf/i);
    expect(raw).toContain(content.toString('base64'));
  });

  it('tells what may pass from what is final', async () => {
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

  it('names the copies that were not taken when the message was', async () => {
    carrier().answerNext('copies');
    const receipt = await carrier().driver.send({
      ...sampleMessage,
      copies: ['copy@example.test'],
    });
    expect(receipt.refused).toEqual(['copy@example.test']);
  });

  it('lets nothing given become a header or an address of its own', async () => {
    const before = carrier().taken().length;
    const evil = 'Hi\r\nBcc: thief@example.test\r\n\r\nbody';
    await carrier()
      .driver.send({
        ...sampleMessage,
        subject: evil,
        from: { name: evil, address: 'no-reply@example.test' },
      })
      .catch(() => {});
    const taken = carrier().taken().slice(before);
    for (const { to, raw } of taken) {
      expect(to).toEqual(['dana@example.test']);
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    }
  });

  it('that is away fails for now, and says so', async () => {
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
