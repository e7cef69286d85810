import type { WayOut } from './wayOut.ts';

/** A link to the screen where a rejection can be fixed; empty without one. */
export const WayOutLink = ({ way }: { way: WayOut | null }) =>
  way && (
    <a className="link" href={way.path}>
      {way.title}
    </a>
  );
