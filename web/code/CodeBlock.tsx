import { CopyButton } from '../ui/CopyButton.tsx';
import './code.css';

/** Code to copy, always left to right. Long lines scroll inside the block. */
export function CodeBlock({ children, label }: { children: string; label: string }) {
  return (
    <div className="code-block" dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{children}</code>
        </pre>
      </section>
      <CopyButton value={children} label={label} />
    </div>
  );
}
