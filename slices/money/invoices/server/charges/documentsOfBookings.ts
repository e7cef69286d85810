import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../../../contract/languages.ts';
import { writeMonths } from '../../../../../server/platform/notify/index.ts';
import type { TransactionSubject } from '../../../ledger/server/index.ts';
import { bookedFor, feeTitle } from '../documents/labels.ts';

/** SQL over `invoice i`: the month as text, such as `October 2026`. */
const month = (language: Language): RawBuilder<string> =>
  sql<string>`(${writeMonths(language)}::text[])[extract(month from i.period)::integer] || to_char(i.period, ' YYYY')`;

// Uses the document's text instead of the transaction's, which exists in one language only and
// contains less detail for older transactions.
export const documentsOfBookings: TransactionSubject = {
  join: sql`left join invoice_document d on d.transaction_id = t.id left join invoice i on i.id = d.invoice_id`,
  document: sql`case when d.id is not null then jsonb_build_object('id', d.id, 'invoiceId', d.invoice_id, 'kind', d.kind, 'number', d.written) end`,
  number: sql`d.written`,
  words: (language) => sql`case
    when d.kind = 'creditNote' then format(${`${bookedFor.creditNote[language]}: %s`}::text, d.facts ->> 'about', d.reason)
    when i.period is not null then format(${bookedFor.month[language]}::text, ${month(language)})
    when i.fee_for is not null then format('%s: %s', ${feeTitle[language]}::text, (select written from invoice_document where id = i.fee_for))
  end`,
};
