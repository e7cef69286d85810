import type { ReactNode } from 'react';
import '../ui.css';

interface PageHeaderProps {
  title: ReactNode;
  /** One line below the title: a description or a state. */
  detail?: ReactNode;
  /** The link back to the list, above the title. */
  back?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, detail, back, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div>
        {back && <div className="page-back">{back}</div>}
        <h1>{title}</h1>
        {detail && <div className="page-detail">{detail}</div>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
