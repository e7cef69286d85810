import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailServer } from '../../../../../drivers/mail/testing/mailServer.ts';
import { writeMonth } from '../../../../../server/platform/notify/index.ts';
import { eventually } from '../../../../sites/mails/server/testing/harness.ts';
import { testCompanyBank } from '../../../ledger/server/testing/testCompany.ts';
import {
  app,
  buyer,
  company,
  customerPath,
  db,
  type ErrorBody,
  errorSummary,
  openInvoicingHarness,
  readInvoice,
} from '../testing/harness.ts';
import { runMonth, setBillingProfile, vat } from '../testing/month.ts';

let server: MailServer;
openInvoicingHarness();
beforeAll(async () => {
  server = await MailServer.start();
  const settings = {
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    user: '',
    sender: 'bills@cloud.example',
  };
  expect((await app.root.put('/mails/settings/mail', settings)).status).toBe(200);
});
afterAll(() => server.stop());

interface IssuedDocument {
  id: string;
  number: string;
  kind: string;
  mailed: { state: string; to: string; sentAt: string | null } | null;
}
const readDocuments = async (customer: Awaited<ReturnType<typeof buyer>>) =>
  (await readInvoice(customer)).documents as unknown as IssuedDocument[];
const receivedBy = (address: string) =>
  server.taken.filter(({ to, mail }) => to.includes(address) && mail.attachments.some(isPdf));
const isPdf = ({ mimeType }: { mimeType: string }) => mimeType === 'application/pdf';
const rows = async (documentId: string) => {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::integer as count from invoice_mail where document_id = ${documentId}`.execute(
    db(),
  );
  return found[0]?.count;
};

describe('a document', () => {
  it('is emailed once when issued, with PDF and e-invoice, in the customer’s language, to the address for documents', async () => {
    const one = await buyer();
    const address = `bills-${one.userId}@example.test`;
    await one.put('/header/language', { language: 'he' });
    await setBillingProfile(one, { invoiceEmail: address });
    await runMonth(company.clerk, company.run);
    await runMonth(company.clerk, company.run);
    const [document] = await readDocuments(one);
    const [received] = await eventually(() => {
      const found = receivedBy(address);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(received?.mail.subject).toBe(`חשבונית ${document?.number} מאת Example Clouds Ltd`);
    expect(received?.mail.html).toContain('dir="rtl"');
    expect(received?.mail.text).toContain(writeMonth(company.period, 'he'));
    expect(received?.mail.text).toMatch(/לתשלום עד: \d{1,2} ב\S+ 20\d\d/);
    const files =
      received?.mail.attachments.filter(({ disposition }) => disposition === 'attachment') ?? [];
    expect(files.map(({ filename }) => filename)).toEqual([
      `${document?.number}.pdf`,
      `${document?.number}.xml`,
    ]);
    const downloaded = await fetch(
      `${app.address}/svc/invoice/download?document=${document?.id}&format=pdf`,
      {
        headers: { cookie: one.cookie },
      },
    );
    expect(
      Buffer.from(files[0]?.content as ArrayBuffer).equals(
        Buffer.from(await downloaded.arrayBuffer()),
      ),
    ).toBe(true);
    await eventually(async () =>
      expect((await readDocuments(one))[0]?.mailed).toMatchObject({
        state: 'sent',
        to: address,
        sentAt: expect.stringMatching(/^20.*Z$/),
      }),
    );
    // The delivery time is kept after the outbox row is purged.
    await sql`delete from mail_message where to_address = ${address}`.execute(db());
    expect((await readDocuments(one))[0]?.mailed).toMatchObject({
      state: 'sent',
      sentAt: expect.any(String),
    });
    const note = await company.clerk.post<IssuedDocument>(customerPath(one, 'creditNotes'), {
      key: 'credit-note-1',
      reason: 'Was down',
    });
    await company.clerk.post(customerPath(one, 'creditNotes'), {
      key: 'credit-note-1',
      reason: 'Was down',
    });
    await eventually(() =>
      expect(receivedBy(address).map(({ mail }) => mail.attachments[0]?.filename)).toContain(
        `${note.body.number}.pdf`,
      ),
    );
    expect(await rows(note.body.id)).toBe(1);
  });

  it('is not emailed while the company has emails turned off, and can be requested three times a day, only by users with access', async () => {
    await app.root.put(`/companies/${company.companyId}/billingProperties`, {
      ...testCompanyBank,
      taxes: [vat],
      mailsDocuments: false,
    });
    const one = await buyer();
    await runMonth(company.clerk, company.run);
    const [document] = await readDocuments(one);
    const id = document?.id ?? '';
    expect(document?.mailed).toBeNull();
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    const other = await buyer();
    const managed = `/billingManage/${company.companyId}/${one.userId}/invoice/${id}/mail`;
    expect((await other.post(`/billing/documents/${id}/mail`)).status).toBe(404);
    expect((await otherBillingAdmin.post(managed)).status).toBe(404);
    expect(
      (
        await company.clerk.post(
          `/billingManage/${company.companyId}/${other.userId}/invoice/${id}/mail`,
        )
      ).status,
    ).toBe(404);
    expect((await company.clerk.post(managed)).body).toEqual({ to: one.email });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => one.post<ErrorBody>(`/billing/documents/${id}/mail`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(errorSummary(await company.clerk.post<ErrorBody>(managed))).toEqual([
      429,
      2890,
      undefined,
    ]);
    await eventually(() => expect(receivedBy(one.email)).toHaveLength(3));
  });
});
