-- How a line comes to its amount, where one price held for the whole of it: so many at once (`quantity`, in the unit of the item), for so many
-- hours or months (`times`), at `unit_price`. What is null was not one: several quantities, or several prices. Lines of before this, discounts, late
-- fees and charges by hand say nothing of it.
alter table invoice_line add column quantity numeric;
alter table invoice_line add column times numeric;
alter table invoice_line add column unit_price numeric;
-- `hour`, `month`: for each of the times; `limit`: the most its hours cost in a month, `times` hours of it; `purchase`, `counted`: once
alter table invoice_line add column priced_by text
  constraint invoice_line_priced_by check (priced_by in ('hour', 'limit', 'month', 'purchase', 'counted', 'several'));
