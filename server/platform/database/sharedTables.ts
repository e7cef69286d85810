/** The slices (or `platform`) that use a table in addition to its owner. */
export interface TableSharing {
  /** `all`: part of the core, which every slice can join. */
  readers?: 'all' | readonly string[];
  /** Each writer writes its own columns. */
  writers?: readonly string[];
}

/**
 * The tables of a slice that queries of other slices use. All other slices call the owner's
 * exported functions. `launcher/structure/tableOwners.ts` checks this against every query.
 */
export type SharedTables = Readonly<Record<string, TableSharing>>;
