import type { ReactNode } from 'react';
import type shell from '../../../../web/texts/shell/en.json';
import { textsOf } from '../../../../web/texts/texts.ts';
import { Link } from '../../../../web/ui/Link.tsx';

const text = textsOf<typeof shell>('shell');

/** Where a screen leads that the person may not open. */
export default function Forbidden(): ReactNode {
  return (
    <div className="crash">
      <h1>{text('forbiddenTitle')}</h1>
      <p>{text('forbiddenText')}</p>
      <Link to="/dashboard">{text('toDashboard')}</Link>
    </div>
  );
}
