import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import styles from './billing.module.css';

/**
 * The content of a card once loaded: the payment form, the reason why payment isn't possible, or
 * the promo codes.
 */
type Content = 'pay' | 'sentence' | 'discounts';

/** Reserves space for a card while it's loading, so that the content below doesn't shift. */
export const SectionPlaceholder = ({ of }: { of: Content }) => (
  <div className={`section ${styles.billingRoom}`} data-part="billing-room" data-of={of}>
    <div className="section-body">
      <Skeleton count={of === 'pay' ? 4 : 2} />
    </div>
  </div>
);
