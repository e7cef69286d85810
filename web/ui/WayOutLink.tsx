import type { WayOut } from './wayOut.ts';

/** Leads to where a refusal is put right; nothing without a way. */
export const WayOutLink = ({ way }: { way: WayOut | null }) =>
  way && (
    <a className="link" href={way.path}>
      {way.title}
    </a>
  );
