import { expect, it } from 'vitest';
import { invoicingRun } from './task.ts';

it('the title of a run contains its month in each language', () => {
  const input = {
    companyId: '00000000-0000-4000-8000-000000000000',
    period: '2026-10',
  } as Parameters<typeof invoicingRun.title>[0];
  expect(
    invoicingRun.title(input, { type: 'company', id: input.companyId, name: 'Example Clouds Ltd' }),
  ).toMatchObject({
    en: 'Invoice October 2026 for Example Clouds Ltd',
    he: 'הפקת חשבוניות עבור אוקטובר 2026 של Example Clouds Ltd',
  });
});
