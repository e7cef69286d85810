import { Lines } from '../../../web/ui/states.tsx';

/** What a card holds once it is read: the form to pay, a sentence why nothing can be paid so, the codes. */
type Content = 'pay' | 'sentence' | 'discounts';

/** Keeps the room of a card that is not read yet: what stands below it does not move when it is. */
export const Room = ({ of }: { of: Content }) => (
  <div className={`section billing-room billing-room-${of}`}>
    <div className="section-body">
      <Lines count={of === 'pay' ? 4 : 2} />
    </div>
  </div>
);
