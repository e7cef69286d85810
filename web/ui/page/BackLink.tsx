import type { Target } from '../../navigation.ts';
import { direction } from '../../texts/texts.ts';
import { Icon } from '../Icon.tsx';
import { Link } from '../Link.tsx';

/** A link back to the list, above the screen's title. */
export function BackLink({ to, title }: { to: Target; title: string }) {
  return (
    <Link to={to}>
      <Icon name={direction() === 'rtl' ? 'chevron-right' : 'chevron-left'} size={14} />
      {title}
    </Link>
  );
}
