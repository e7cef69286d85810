import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../client.ts';
import { type CostPreview, describeCost, unknownCostText } from './describeCost.ts';
import './cost.css';

interface AddedCostProps {
  /** The portal's preview, requested again whenever the selection changes. */
  preview: Pick<UseQueryResult<CostPreview, CallError>, 'data' | 'error' | 'isPlaceholderData'>;
}

/**
 * The cost that an action adds, shown before it is confirmed. The line keeps its height while the
 * price loads.
 */
export function AddedCost({ preview: { data, error, isPlaceholderData } }: AddedCostProps) {
  const [first, ...others] = data ? describeCost(data) : [unknownCostText(error)];
  return (
    <div
      className="added-cost"
      aria-live="polite"
      aria-busy={isPlaceholderData || (!data && !error)}
    >
      <p className={data ? 'added-cost-first' : 'soft'}>{first}</p>
      {others.map((line) => (
        <p key={line} className="soft">
          {line}
        </p>
      ))}
    </div>
  );
}
