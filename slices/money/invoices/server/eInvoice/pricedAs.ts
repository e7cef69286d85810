import {
  isSameNumber,
  product,
  rounded,
} from '../../../../../server/platform/decimals/decimals.ts';
import { type SinglePrice, singlePriceOf } from '../documents/priceBasis.ts';
import type { Printable, PrintableLine } from '../documents/printable.ts';
import type { EInvoiceLine } from './model.ts';

type Priced = Pick<EInvoiceLine, 'quantity' | 'unit' | 'price'>;

/** UN/ECE Recommendation 20: one, hour, month, and units of price lists by their English name. */
const one = 'C62';
const unitCodes: Record<string, string> = { GB: 'E34', hour: 'HUR', month: 'MON' };

/**
 * BT-129, BT-130 and BT-146 of a line: the quantity in hours, months or pieces, and the unit price.
 * When these don't multiply to the line amount, or there were several prices, the line is one piece
 * at its amount.
 */
export function pricedAs(document: Printable, line: PrintableLine): Priced {
  const basis = singlePriceOf(line.had ?? null);
  const unit = document.facts.items[line.item]?.unit.en ?? '';
  const priced = basis && priceOf(basis, unit);
  const computedAmount =
    priced && rounded(product(priced.quantity, priced.price), document.decimals);
  if (priced && computedAmount && isSameNumber(computedAmount, unsigned(line.amount)))
    return priced;
  // A reduction is written as a quantity of minus one, because prices can't be negative.
  const isDeduction = line.amount.startsWith('-') !== (document.kind === 'creditNote');
  return {
    quantity: isDeduction && !isSameNumber(line.amount, '0') ? '-1' : '1',
    unit: one,
    price: unsigned(line.amount),
  };
}

const unsigned = (amount: string): string => amount.replace(/^-/, '');

function priceOf({ quantity, times, unitPrice, pricedBy }: SinglePrice, unit: string): Priced {
  const totalPrice = product(quantity, unitPrice);
  if (pricedBy === 'hour') return { quantity: times, unit: 'HUR', price: totalPrice };
  if (pricedBy === 'month') return { quantity: times, unit: 'MON', price: totalPrice };
  if (pricedBy === 'limit') return { quantity: '1', unit: 'MON', price: totalPrice };
  return { quantity, unit: unitCodes[unit] ?? one, price: unitPrice };
}
