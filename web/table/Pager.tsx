import type common from '../texts/common/en.json';
import { direction, textsOf } from '../texts/texts.ts';
import { IconButton } from '../ui/IconButton.tsx';
import type { ListState } from './columns.ts';
import type { ListAnswer } from './list.ts';
import { pageSizes } from './pageSizes.ts';

const text = textsOf<typeof common>('common');

interface PagerProps {
  answer: ListAnswer<unknown> | undefined;
  state: ListState;
  onChange(change: { start?: string; size?: number }): void;
}

/** The position in the list, and paging buttons. */
export function Pager({ answer, state, onChange }: PagerProps) {
  if (!answer || answer.total === 0) return <div className="pager" />;
  const [back, on] =
    direction() === 'rtl'
      ? (['chevron-right', 'chevron-left'] as const)
      : (['chevron-left', 'chevron-right'] as const);
  return (
    <div className="pager">
      <label>
        <span>{text('pageSize')}</span>
        <select
          value={state.size}
          onChange={(event) => onChange({ size: Number(event.target.value) })}
        >
          {[...pageSizes, 0].map((size) => (
            <option key={size} value={size}>
              {size === 0 ? text('all') : size}
            </option>
          ))}
        </select>
      </label>
      <span className="number">
        {text(answer.info ? 'rangeMore' : 'range', {
          first: answer.firstElement,
          last: answer.lastElement,
          total: answer.total,
        })}
      </span>
      <div className="pager-buttons">
        <IconButton
          icon={back}
          label={text('previousPage')}
          isFramed
          disabled={!answer.previous}
          onClick={() => onChange({ start: answer.previous ?? '' })}
        />
        <IconButton
          icon={on}
          label={text('nextPage')}
          isFramed
          disabled={!answer.next}
          onClick={() => onChange({ start: answer.next ?? '' })}
        />
      </div>
    </div>
  );
}
