import { useNavigate, useParams } from '@tanstack/react-router';
import { useCall } from '../../../web/data/useCall.ts';
import { ActionButton } from '../../../web/ui/actions.tsx';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { monthName } from '../../../web/ui/months.ts';
import { NotLoaded } from '../../../web/ui/NotLoaded.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { Skeleton } from '../../../web/ui/states.tsx';
import { formatMoment, RelativeTime } from '../../../web/ui/values.tsx';
import './budgets.css';
import { Covers, State, Used } from './cells.tsx';
import { History } from './History.tsx';
import { text } from './text.ts';
import { useBudgetActions } from './useBudgetActions.tsx';
import { actsText, type Budget, refetch, thresholdText } from './words.ts';

/** One budget: how far it is used up, when what happens, and what happened. */
export default function BudgetDetail() {
  const { budgetId = '' } = useParams({ strict: false }) as { budgetId?: string };
  const navigate = useNavigate();
  const budget = useCall('getBudget', { params: { budgetId } }, refetch);
  const { actions, dialog } = useBudgetActions(() => void navigate({ to: '/budgets' as string }));
  const back = <BackLink to="/budgets" title={text('back')} />;
  if (budget.isError && !budget.data)
    return <NotLoaded query={budget} title={text('title')} back={back} icon="gauge" />;
  if (!budget.data) return <Skeleton count={6} />;
  const { data } = budget;
  const offered = actions.filter(({ id }) => id !== 'lift' || data.blockedUntil !== null);
  return (
    <>
      <PageHeader
        back={back}
        title={<bdi>{data.name}</bdi>}
        detail={<State budget={data} />}
        actions={offered.map((action) => (
          <ActionButton
            key={action.id}
            action={action}
            row={data}
            isPrimary={action.id === 'lift'}
          />
        ))}
      />
      <Section title={data.figures ? monthName(data.figures.month) : text('used')}>
        <div className="budget-part">
          <Used budget={data} />
          <Figures budget={data} />
          <p className="soft">{text('forecastHint')}</p>
          {data.figures && data.figures.otherCurrencies.length > 0 && (
            <p className="soft">
              {text('otherCurrencies', { currencies: data.figures.otherCurrencies.join(', ') })}
            </p>
          )}
        </div>
      </Section>
      <Section title={text('thresholds')}>
        <ul className="budget-list">
          {data.thresholds.map((threshold) => (
            <li key={`${threshold.basis} ${threshold.percent}`}>
              <span className="budget-words">
                <strong>{thresholdText(threshold)}</strong>
                <span className="soft">{actsText(threshold)}</span>
              </span>
              {threshold.firedAt ? (
                <Badge tone={threshold.isBlocking ? 'bad' : 'warning'}>
                  {text('firedAt', { at: formatMoment(threshold.firedAt) })}
                </Badge>
              ) : (
                <Badge tone="neutral">{text('notYet')}</Badge>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <History budget={data} />
      {dialog}
    </>
  );
}

function Figures({ budget }: { budget: Budget }) {
  const { figures, owner, setBy, blockedUntil } = budget;
  return (
    <KeyValue
      rows={[
        [text('covers'), <Covers key="covers" budget={budget} />],
        [text('account'), <bdi key="account">{owner.email}</bdi>],
        [text('setBy'), setBy && <bdi key="setBy">{setBy}</bdi>],
        [text('blockedUntil'), blockedUntil && formatMoment(blockedUntil)],
        [text('asOf'), figures && <RelativeTime key="asOf" at={figures.checkedAt} />],
      ]}
    />
  );
}
