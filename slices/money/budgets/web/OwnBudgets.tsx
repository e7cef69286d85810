import { Button } from '@mantine/core';
import { useCall } from '../../../../web/data/useCall.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { BudgetUsage, State } from './cells.tsx';
import { refetch } from './formatBudget.ts';
import { text } from './text.ts';

/** The user's own budgets that reached a threshold this month. Empty if there are none. */
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
        <Button component={Link} to="/budgets" variant="default" size="xs">
          {text('all')}
        </Button>
      }
    >
      <Stack as="ul" data-part="budget-list" gap={14}>
        {items.map((budget) => (
          <Row as="li" align="baseline" justify="space-between" gap="6px 16px" key={budget.id}>
            <Stack as="span" flex="1 1 240px" gap={4} wrap="anywhere">
              <Row as="span" align="center" gap="4px 10px">
                <Link className="link" to={`/budgets/${budget.id}`}>
                  <bdi>{budget.name}</bdi>
                </Link>
                <State budget={budget} />
              </Row>
              <BudgetUsage budget={budget} />
            </Stack>
          </Row>
        ))}
      </Stack>
    </Section>
  );
}
