import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCall } from '../../../web/data/useCall.ts';
import { Section } from '../../../web/ui/Section.tsx';
import './budgets.css';
import { State, Used } from './cells.tsx';
import { text } from './text.ts';
import { refetch } from './words.ts';

/** The user's own budgets that reached a threshold this month. Empty when there are none. */
export function OwnBudgets() {
  const user = useCall('user', {});
  const query = {
    state: 'reached' as const,
    user: user.data?.userId ?? '',
    size: '5',
    sorting: '-used' as const,
  };
  const budgets = useCall(
    'listBudgets',
    { query },
    { ...refetch, isEnabled: user.data !== undefined },
  );
  const items = budgets.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section
      title={text('ownTitle')}
      actions={
        <Button component={Link} to={'/budgets' as string} variant="default" size="xs">
          {text('all')}
        </Button>
      }
    >
      <ul className="budget-list">
        {items.map((budget) => (
          <li key={budget.id}>
            <span className="budget-words">
              <span className="budget-heads">
                <Link className="link" to={`/budgets/${budget.id}` as string}>
                  <bdi>{budget.name}</bdi>
                </Link>
                <State budget={budget} />
              </span>
              <Used budget={budget} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
