import { Skeleton } from '../../../web/ui/states.tsx';

/**
 * The content of a card once loaded: the payment form, a reason why payment isn't possible, the
 * codes.
 */
type Content = 'pay' | 'sentence' | 'discounts';

/** Reserves the space of a card that is loading, so that the content below doesn't move. */
export const Room = ({ of }: { of: Content }) => (
  <div className={`section billing-room billing-room-${of}`}>
    <div className="section-body">
      <Skeleton count={of === 'pay' ? 4 : 2} />
    </div>
  </div>
);
