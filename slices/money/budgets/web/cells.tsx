import { Badge } from '../../../../web/ui/Badge.tsx';
import { barOf } from './bar.ts';
import styles from './budgets.module.css';
import { type Budget, money, thresholdText, tones } from './formatBudget.ts';
import { text } from './text.ts';

export const State = ({ budget: { state } }: { budget: Budget }) => (
  <Badge tone={tones[state]}>{text(state)}</Badge>
);

export const BudgetScope = ({ budget: { tag } }: { budget: Budget }) => (
  <bdi>{tag === null ? text('everything') : text('tagged', { tag })}</bdi>
);

/** Spending and forecast compared with the budget, as a bar and in figures. */
export function BudgetUsage({ budget }: { budget: Budget }) {
  const { figures, amount, state } = budget;
  if (!figures) return <span className="soft">{text('uncheckedHint')}</span>;
  const bar = barOf(figures, amount);
  const amounts = {
    spent: money(figures.spent, budget),
    amount: money(amount, budget),
    forecast: money(figures.forecast, budget),
  };
  return (
    <div className={styles.budgetUsed} data-state={state}>
      <span className="number">
        <bdi>{text('ofAmount', amounts)}</bdi>
      </span>
      <div className={styles.budgetBar} aria-hidden="true">
        <span className={styles.budgetAhead} style={{ inlineSize: `${bar.forecast}%` }} />
        <span className={styles.budgetSpent} style={{ inlineSize: `${bar.spent}%` }} />
        {bar.amount < 100 && (
          <span className={styles.budgetMark} style={{ insetInlineStart: `${bar.amount}%` }} />
        )}
      </div>
      <span className="soft number">
        <bdi>{text('forecastOf', amounts)}</bdi>
      </span>
    </div>
  );
}

export const Thresholds = ({ budget }: { budget: Budget }) => (
  <span className="soft">{budget.thresholds.map(thresholdText).join(', ')}</span>
);
