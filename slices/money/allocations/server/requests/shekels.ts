import { sql } from 'kysely';
import type { AuthorityInvoice, AuthorityItem } from '../../../../../drivers/taxAuthority/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { Allocation } from '../store.ts';

type Sums = Pick<AuthorityInvoice, 'beforeDiscount' | 'discount' | 'net' | 'tax' | 'total'>;
type Amounts = Sums & { items: Pick<AuthorityItem, 'unitPrice' | 'discount' | 'total' | 'tax'>[] };

/**
 * Converts an invoice to ILS for the authority. Amounts are rounded as differences of running sums,
 * so that the parts add up to the totals at any rate.
 */
export async function toShekels(
  ctx: Pick<Context, 'db'>,
  { documentId, invoice, rate }: Allocation,
): Promise<AuthorityInvoice> {
  const { rows } = await sql<Amounts>`
    with given as (
      select at, sum(price::numeric) over up_to as price, sum(discount::numeric) over up_to as discount, sum(tax::numeric) over up_to as tax
      from jsonb_to_recordset(${JSON.stringify(invoice.items.map((item, index) => ({ ...item, at: index })))}::jsonb)
        as item (at integer, price text, discount text, tax text)
      window up_to as (order by at)
    ),
    rounded as (
      select at, round(price * ${rate}::numeric, 2) as price, round(discount * ${rate}::numeric, 2) as discount, round(tax * ${rate}::numeric, 2) as tax from given
    ),
    item as (
      select at, price - lag(price, 1, 0) over in_order as price, discount - lag(discount, 1, 0) over in_order as discount, tax - lag(tax, 1, 0) over in_order as tax
      from rounded window in_order as (order by at)
    )
    select trim_scale(sum(price))::text as "beforeDiscount", trim_scale(sum(discount))::text as discount, trim_scale(sum(price - discount))::text as net,
      trim_scale(sum(tax))::text as tax, trim_scale(sum(price - discount + tax))::text as total,
      jsonb_agg(jsonb_build_object('unitPrice', trim_scale(price)::text, 'discount', trim_scale(discount)::text, 'total', trim_scale(price - discount)::text,
        'tax', trim_scale(tax)::text) order by at) as items
    from item`.execute(ctx.db);
  const [amounts] = rows;
  if (!amounts) throw new Error('A query without rows.');
  const { number, issuedOn, sellerNumber, buyerNumber, buyerName, taxRate } = invoice;
  return {
    ...{
      invoiceId: documentId,
      number,
      issuedOn,
      sellerNumber,
      buyerNumber,
      buyerName,
      ...amounts,
      note: '',
    },
    items: invoice.items.map(({ code, description }, index) => {
      const sums = amounts.items[index];
      if (!sums) throw new Error(`The invoice ${number} lost an item.`);
      return { code, description, quantity: '1', taxRate, ...sums };
    }),
  };
}

/** Whether an amount is greater than or equal to another, compared exactly in the database. */
export async function isAtLeast(
  ctx: Pick<Context, 'db'>,
  amount: string,
  minimum: string,
): Promise<boolean> {
  const { rows } = await sql<{
    reaches: boolean;
  }>`select ${amount}::numeric >= ${minimum}::numeric as reaches`.execute(ctx.db);
  return rows[0]?.reaches ?? false;
}
