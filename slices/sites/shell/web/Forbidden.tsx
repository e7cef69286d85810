import type { ReactNode } from 'react';
import type shell from '../../../../web/texts/shell/en.json';
import { textsOf } from '../../../../web/texts/texts.ts';
import { Link } from '../../../../web/ui/Link.tsx';

const text = textsOf<typeof shell>('shell');

/** Shown instead of a screen the user doesn't have access to. */
export default function Forbidden(): ReactNode {
  return (
    <div className="crash">
      <h1>{text('forbiddenTitle')}</h1>
      <p>{text('forbiddenText')}</p>
      <Link to="/dashboard">{text('toDashboard')}</Link>
    </div>
  );
}
