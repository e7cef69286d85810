import { type RawBuilder, sql } from 'kysely';

/**
 * The only calculation of discount amounts. Invoice lines, the current month's bill, the
 * explanation
 * of a line and the share of a credit note all use this SQL with different lines.
 * `docs/discounts.md` describes the rules.
 */
type Sql = RawBuilder<unknown>;

/** SQL for the group of a line, from its `item` column: the first part of the item code. */
const groupOf = sql`split_part(item, '.', 1)`;

/**
 * The terms that apply to each bill. `bills` has `bill`, `company_id`, `user_id`, and the first day
 * of its `month`. `rank` is the order in which terms are applied: percentages first, then fixed
 * amounts, then credits. Within these, discounts come before promo codes, and older ones first.
 * `most` is the largest reduction of the bill: the term's limit, or what other months left of a
 * credit.
 */
export const termsOf = (bills: Sql): Sql => sql`
  select found.bill, row_number() over (partition by found.bill, found.currency
      order by array_position(array['percent', 'fixed', 'credit'], found.kind), found.type, found.since, found.id)::integer as rank,
    found.id, found.type, found.title, found.kind, found.value, found.currency, found.groups, found.most
  from (
    select bill, d.id, 'discount' as type, d.title, d.kind, d.value, d.currency, d.groups, d.most, d.created_at as since
    from (${bills}) as b join discount d on d.company_id = b.company_id and d.user_id = b.user_id
    where d.from_month <= b.month and coalesce(d.to_month, 'infinity') >= b.month
    union all
    select bill, u.id, 'promo', p.title, p.kind, p.value, p.currency, null,
      case when p.kind = 'credit' then greatest(p.value - coalesce((select sum(s.amount) from promo_spent s where s.use_id = u.id and s.month <> b.month), 0), 0) end,
      u.redeemed_at
    from (${bills}) as b join promo_use u on u.user_id = b.user_id join promo p on p.id = u.promo_id and p.company_id = b.company_id
    where u.withdrawn_at is null and u.from_month <= b.month and u.to_month >= b.month
  ) as found`;

/**
 * The CTEs `taken_part` and `discount_line`, for use after `with recursive`. `lines` contains
 * `bill`,
 * `place` (an integer that orders the lines of a bill), `item`, `currency` and `amount` in whole
 * minor units. `terms` is the result of `termsOf`, or its stored copy. Each term in turn reduces
 * the
 * amounts left by earlier terms, and never by more than these. The reduction is rounded once to the
 * minor unit. The shares of the lines are differences of rounded running sums, so that they add up
 * to the reduction and no share exceeds its line.
 */
export const discountQuery = (lines: Sql, terms: Sql): Sql => sql`
  term as materialized (${terms}),
  discounted (bill, place, item, currency, left_over, rank, base, exact, part) as (
    select line.bill, line.place, line.item, line.currency, line.amount + 0, 0, 0::numeric, 0::numeric, 0::numeric
    from (${lines}) as line where (line.bill, line.currency) in (select term.bill, term.currency from term)
    union all
    select bill, place, item, currency, left_over - part, rank, base, exact, part
    from (
      select amounts.*, case when base = 0 or not applies then 0
        else round(off * so_far / base, decimals) - round(off * (so_far - left_over) / base, decimals) end as part
      from (
        select bases.*, round(exact, decimals) as off
        from (
          select reached.*, least(case when kind = 'percent' then base * value / 100 else value end, coalesce(most, base), base) as exact
          from (
            select d.bill, d.place, d.item, d.currency, d.left_over, term.rank, term.kind, term.value, term.most, applies,
              minor_units(d.currency) as decimals,
              sum(case when applies then d.left_over else 0 end) over (partition by d.bill, d.currency) as base,
              sum(case when applies then d.left_over else 0 end) over (partition by d.bill, d.currency order by d.place) as so_far
            from discounted d
            join term on term.bill = d.bill and term.currency = d.currency and term.rank = d.rank + 1
            cross join lateral (select term.groups is null or ${groupOf} = any(term.groups) as applies) as reach
          ) as reached
        ) as bases
      ) as amounts
    ) as parts
  ),
  taken_part as (select bill, place, currency, rank, part from discounted where part > 0),
  discount_line as (
    select term.*, sums.base, sums.exact, sums.amount
    from (
      select bill, currency, rank, max(base) as base, max(exact) as exact, sum(part) as amount from discounted where rank > 0 group by bill, currency, rank
    ) as sums join term using (bill, currency, rank)
    where sums.amount > 0
  )`;

/** SQL for the copy of a term that is stored with its line. */
export const storedTerm = sql`jsonb_build_object('rank', rank, 'type', type, 'kind', kind, 'value', trim_scale(value)::text, 'groups', to_jsonb(groups), 'most', trim_scale(most)::text)`;

/**
 * Reads terms that were stored with lines by `storedTerm`. `kept` contains `bill`, `id`, `title`,
 * `currency` and the stored `terms`.
 */
export const keptTerms = (kept: Sql): Sql => sql`
  select kept.bill, (kept.terms ->> 'rank')::integer as rank, kept.id, kept.terms ->> 'type' as type, kept.title, kept.terms ->> 'kind' as kind,
    (kept.terms ->> 'value')::numeric as value, kept.currency,
    case when jsonb_typeof(kept.terms -> 'groups') = 'array' then array(select jsonb_array_elements_text(kept.terms -> 'groups')) end as groups,
    (kept.terms ->> 'most')::numeric as most
  from (${kept}) as kept`;
