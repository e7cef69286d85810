import type { Remedy } from './remedy.ts';

/** A link to the screen where a rejection can be resolved. Empty if there is none. */
export const RemedyLink = ({ way }: { way: Remedy | null }) =>
  way && (
    <a className="link" href={way.path}>
      {way.title}
    </a>
  );
