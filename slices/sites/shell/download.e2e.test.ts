import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { sendLogin, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

const thisMonth = () => new Date().toISOString().slice(0, 7);

describe('a file URL opened in a browser', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness();
  });
  afterAll(() => harness?.close());

  it.each(['', '/svc'])(
    'leads an anonymous user through the sign-in page to the file (%s/usage/download)',
    (below) =>
      withVisitor(harness, {}, async (visitor) => {
        const { page } = visitor;
        visitor.expectComplaint(/401/);
        const { email } = await harness.app.signInAs('user');
        await page.goto(`${below}/usage/download?period=${thisMonth()}&transition=hourly`);
        await page.waitForURL('**/login?**');
        const downloadStarted = page.waitForEvent('download');
        await sendLogin(visitor, email, 'A_right_password_1');
        expect((await downloadStarted).suggestedFilename()).toMatch(/\.csv$/);
        await page.getByText('Your download has started').waitFor();
      }),
  );

  it.each([
    ['/usage/download?period=soon', 'Enter a month, for example 2030-04.', '/report'],
    ['/invoice/download', 'Enter the document ID in “document”.', '/billing/history/invoices'],
    [
      '/invoice/download?document=00000000-0000-4000-8000-000000000000',
      '00000000-0000-4000-8000-000000000000',
      '/billing/history/invoices',
    ],
    ['/report/download', 'The report’s name is required.', '/dashboard'],
  ])('shows the error at %s and links to the list', (path, message, list) =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      visitor.expectComplaint(/40[0-4]/);
      await signInVisitor(visitor, await harness.app.signInAs('root'));
      await page.goto(path);
      await page.getByRole('heading', { name: 'We couldn’t download the file' }).waitFor();
      await page.getByText(message).waitFor();
      await expect
        .poll(() => page.getByRole('link', { name: 'Go to the list' }).getAttribute('href'))
        .toBe(list);
      expect(await problemsOf(visitor)).toEqual([]);
    }),
  );

  it('returns the usual error as text to API clients', async () => {
    const client = await harness.app.signInAs('user');
    expect(await client.get('/invoice/download')).toMatchObject({
      ...{
        status: 400,
        body: { errors: [{ key: 'document', info: 'Enter the document ID in “document”.' }] },
      },
    });
    const hebrew = await client.call('GET', '/usage/download', undefined, {
      'accept-language': 'he',
    });
    expect(hebrew.body.errors?.[0]?.info).toContain('יש להזין חודש');
    const anonymousResponse = await fetch(
      `${harness.app.address}/usage/download?period=${thisMonth()}`,
    );
    expect([anonymousResponse.status, anonymousResponse.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
  });
});
